import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readLockedPackages } from "./locked-packages.ts";
import { auditExit, checkRelease } from "./release-check.ts";

const top = join(import.meta.dir, "..");
const packages = readLockedPackages(top);
const versionOf = (wanted: string) => packages.find(({ name }) => name === wanted)?.version ?? "";

async function audit(args: string[], registry = "http://127.0.0.1:1/") {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "audit.ts"), ...args], {
    env: { ...process.env, npm_config_registry: registry },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, stdout, stderr };
}

describe("the audit with a folder of OSV's advisories", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "ermine-osv-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (id: string, name: string, more: object, entry: object = {}) => {
    mkdirSync(join(folder, "npm"), { recursive: true });
    const affected = [{ package: { ecosystem: "npm", name }, ...more }];
    writeFileSync(
      join(folder, "npm", `${id}.json`),
      JSON.stringify({ id, summary: `about ${name}`, affected, ...entry }),
    );
  };
  const range = (...events: object[]) => ({ ranges: [{ type: "SEMVER", events }] });
  const run = () => audit(["--database", folder]);

  test("finds the locked version of packages in each lock file", async () => {
    write("GHSA-1", "kysely", range({ introduced: "0" }, { fixed: "999.0.0" }));
    write("GHSA-2", "solid-js", { versions: [versionOf("solid-js")] });
    write("GHSA-3", "bun", range({ introduced: versionOf("bun") }));
    write("GHSA-4", "typescript", range({ introduced: "0" }, { last_affected: versionOf("typescript") }));
    const { code, stdout } = await run();
    expect(code).toBe(auditExit.vulnerable);
    expect(stdout).toContain(
      `kysely ${versionOf("kysely")} (bun.lock, ships in our packages): GHSA-1: about kysely`,
    );
    expect(stdout).toContain("(web/bun.lock, ships in our packages): GHSA-2");
    expect(stdout).toContain("(runtime/package-lock.json, ships in our packages): GHSA-3");
    expect(stdout).toContain("(bun.lock, is used to build and test): GHSA-4");
  });

  test("takes a version before a release for one before it", async () => {
    const version = versionOf("stoat-api");
    expect(version).toContain("-");
    write("GHSA-1", "stoat-api", range({ introduced: "0" }, { fixed: version.split("-")[0] }));
    expect((await run()).code).toBe(auditExit.vulnerable);
  });

  test("finds nothing in other versions, other ecosystems and withdrawn advisories", async () => {
    const version = versionOf("kysely");
    write("GHSA-1", "kysely", range({ introduced: "0" }, { fixed: version }));
    write(
      "GHSA-2",
      "kysely",
      range({ introduced: "0" }, { last_affected: "0.0.1" }, { introduced: "999.0.0" }),
    );
    write("GHSA-3", "kysely", { versions: ["0.0.1"] });
    write("GHSA-4", "kysely", {
      ...range({ introduced: "0" }),
      package: { ecosystem: "PyPI", name: "kysely" },
    });
    write("GHSA-5", "kysely", range({ introduced: "0" }), { withdrawn: "2026-01-01T00:00:00Z" });
    write("GHSA-6", "not-locked", range({ introduced: "0" }));
    const { code, stdout } = await run();
    expect([code, stdout]).toEqual([auditExit.clean, expect.stringContaining("no known vulnerabilities")]);
  });

  test("checks nothing, and says so, with an empty folder, a missing one and a file that is cut off", async () => {
    const outcomes = [await run(), await audit(["--database", join(folder, "missing")])];
    write("GHSA-1", "kysely", range({ introduced: "0" }));
    writeFileSync(join(folder, "npm/GHSA-2.json"), '{"id": "GHSA-2", "affe');
    outcomes.push(await run());
    for (const { code, stderr } of outcomes) {
      expect(code).toBe(auditExit.notChecked);
      expect(stderr).toStartWith("Not checked: ");
      expect(stderr).toContain("--database DIR");
    }
    expect(outcomes[2]?.stderr).toContain("GHSA-2.json");
  });
});

describe("the audit with a registry", () => {
  /** What every registry knows that tells advisories at all. */
  const known = { lodash: [advisory("<4.17.5")] };
  function advisory(vulnerable_versions: string) {
    return {
      id: 1,
      url: "https://example.com/GHSA-1",
      title: "a title",
      severity: "high",
      vulnerable_versions,
    };
  }
  async function auditWith(status: number, reply: unknown) {
    let asked: Record<string, string[]> = {};
    using registry = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch(request) {
        const { pathname } = new URL(request.url);
        if (pathname !== "/npm/-/npm/v1/security/advisories/bulk") return new Response(null, { status: 404 });
        asked = (await request.json()) as typeof asked;
        return typeof reply === "string" ? new Response(reply, { status }) : Response.json(reply, { status });
      },
    });
    return { ...(await audit([], `${registry.url}npm/`)), asked };
  }

  test("asks about every locked package, and is clean if none is affected", async () => {
    const { code, asked } = await auditWith(200, { ...known, kysely: [advisory(`<${versionOf("kysely")}`)] });
    expect(code).toBe(auditExit.clean);
    const missing = packages.filter(({ name, version }) => !asked[name]?.includes(version));
    expect(missing).toEqual([]);
  });

  test("finds affected packages", async () => {
    const { code, stdout } = await auditWith(200, {
      ...known,
      kysely: [advisory(`<=${versionOf("kysely")}`)],
    });
    expect(code).toBe(auditExit.vulnerable);
    expect(stdout).toContain("https://example.com/GHSA-1: a title (high)");
  });

  test.each([
    [405, ""],
    [200, "<html>"],
    [200, {}],
    [200, { ...known, kysely: [advisory("no range")] }],
  ])("checks nothing, and says so, after %d %j", async (status, reply) => {
    const { code, stderr } = await auditWith(status, reply);
    expect([code, stderr]).toEqual([auditExit.notChecked, expect.stringContaining("Not checked: ")]);
  });

  test("checks nothing, and says so, if nobody responds", async () => {
    const { code, stderr } = await audit([]);
    expect([code, stderr]).toEqual([auditExit.notChecked, expect.stringContaining("Not checked: ")]);
  });
});

test.each([
  [auditExit.clean, 0, 0],
  [auditExit.clean, 1, 1],
  [auditExit.vulnerable, 0, 1],
  [auditExit.notChecked, 0, 2],
  [auditExit.notChecked, 1, 1],
  // A signal, say.
  [139, 0, 1],
])(
  "a release whose audit ends with %d and whose proof ends with %d ends with %d",
  async (audited, proved, code) => {
    const lines: string[] = [];
    const check = {
      audit: async () => audited,
      prove: async () => proved,
      log: (line: string) => lines.push(line),
    };
    expect(await checkRelease(check)).toBe(code);
    expect(lines.join("\n").includes("NOT CHECKED")).toBe(code === 2);
  },
);
