import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { top } from "../architecture/source-files.ts";
import { readExample } from "./example-files.ts";

const folder = mkdtempSync(join(tmpdir(), "ermine-units-"));
afterAll(() => rmSync(folder, { recursive: true }));

const packageUnit = readFileSync(join(top, "packaging/files/ermine.service"), "utf8");
const sourcesUnit = unitIn("docs/operating/running.md");

function unitIn(page: string): string {
  const [, unit = ""] = /^```ini\n(.*?)^```$/ms.exec(readFileSync(join(top, page), "utf8")) ?? [];
  return unit;
}

/** What a section of a unit says, by directive. */
function sectionOf(unit: string, section: string): Map<string, string[]> {
  const [, text = ""] = new RegExp(`^\\[${section}\\]\\n(.*?)(?=^\\[|(?![^]))`, "ms").exec(unit) ?? [];
  const lines = [...text.matchAll(/^(\w+)=(.*)$/gm)];
  const grouped = Map.groupBy(lines, ([, name = ""]) => name);
  return new Map([...grouped].map(([name, each]) => [name, each.map(([, , value = ""]) => value)]));
}

describe("ermine@.service", () => {
  test("is hardened as the unit of the package is, and differs only where nodes do", () => {
    const [ofPackage, ofNode] = [packageUnit, readExample("ermine@.service")].map((unit) =>
      sectionOf(unit, "Service"),
    );
    if (!ofPackage || !ofNode) throw new Error("there are two units");
    expect(ofPackage.size).toBeGreaterThan(30);
    const names = new Set([...ofPackage.keys(), ...ofNode.keys()]);
    const different = [...names].filter((name) => !Bun.deepEquals(ofPackage.get(name), ofNode.get(name)));
    expect(sectionOf(readExample("ermine@.service"), "Unit")).toEqual(
      new Map([
        ...sectionOf(packageUnit, "Unit"),
        ["Description", ["Ermine node on port %i"]],
        ["Documentation", ["file:///usr/share/doc/ermine/operating/cluster.md"]],
      ]),
    );
    expect(different.sort()).toEqual(["Environment", "StateDirectory", "TimeoutStopSec", "WorkingDirectory"]);
  });
});

const systemctl = Bun.which("systemctl");
if (!systemctl) {
  if (process.env.CI) throw new Error("systemctl is needed to enable the documented units");
  console.log("skipped: enabling the documented units, as there is no systemctl on this machine");
}

// Works in a folder, and asks no running systemd.
describe.skipIf(!systemctl)("systemctl enable", () => {
  test.each([
    ["the unit of the package", "ermine.service", "ermine.service", packageUnit],
    ["the unit in running.md", "ermine.service", "ermine.service", sourcesUnit],
    ["the example for nodes", "ermine@.service", "ermine@8081.service", readExample("ermine@.service")],
  ])("%s starts at boot", (name, file, enabled, unit) => {
    const root = join(folder, name.replaceAll(" ", "-"));
    const units = join(root, "etc/systemd/system");
    mkdirSync(units, { recursive: true });
    writeFileSync(join(units, file), unit);
    const { exitCode, stderr } = Bun.spawnSync(["systemctl", `--root=${root}`, "enable", enabled]);
    expect({ exitCode, stderr: stderr.toString() }).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining("Created symlink"),
    });
    expect(readlinkSync(join(units, "multi-user.target.wants", enabled))).toEndWith(`/${file}`);
  });
});

const analyze = Bun.which("systemd-analyze");

describe.skipIf(!analyze)("systemd-analyze verify", () => {
  test.each([
    ["packaging/files/ermine.service", "ermine.service", packageUnit],
    ["docs/operating/running.md", "ermine-sources.service", sourcesUnit],
    ["examples/cluster/ermine@.service", "ermine@8081.service", readExample("ermine@.service")],
  ])("finds no mistake in %s", (_, name, unit) => {
    const file = join(folder, name);
    // The programs are not installed here.
    writeFileSync(
      file,
      unit.replace(/^ExecStart=\S+/m, "ExecStart=/bin/true").replace(/^Documentation=.*\n/m, ""),
    );
    const { stderr } = Bun.spawnSync(["systemd-analyze", "verify", "--man=no", file]);
    // It also reads units of this machine, which are not the concern of this test.
    const lines = stderr.toString().split("\n");
    expect(lines.filter((line) => line.includes(name))).toEqual([]);
  });
});
