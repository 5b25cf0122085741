import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { audit } from "./audit.ts";
import { readLockedPackages } from "./locked-packages.ts";
import { auditExit, checkRelease } from "./release-check.ts";

const top = join(import.meta.dir, "..");
const packages = readLockedPackages(top);
const versionOf = (wanted: string) => packages.find(({ name }) => name === wanted)?.version ?? "";

async function run(database: string | undefined, registry = "http://127.0.0.1:1/") {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const code = await audit({ top, database, findRegistry: () => registry, log });
  return { code, output: lines.join("\n") };
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

  test("finds the locked version of packages in each lock file", async () => {
    write("GHSA-1", "kysely", range({ introduced: "0" }, { fixed: "999.0.0" }));
    write("GHSA-2", "solid-js", { versions: [versionOf("solid-js")] });
    write("GHSA-3", "bun", range({ introduced: versionOf("bun") }));
    write("GHSA-4", "typescript", range({ introduced: "0" }, { last_affected: versionOf("typescript") }));
    const { code, output } = await run(folder);
    expect(code).toBe(auditExit.vulnerable);
    expect(output).toContain(
      `kysely ${versionOf("kysely")} (bun.lock, ships in our packages): GHSA-1: about kysely`,
    );
    expect(output).toContain("(web/bun.lock, ships in our packages): GHSA-2");
    expect(output).toContain("(runtime/package-lock.json, ships in our packages): GHSA-3");
    expect(output).toContain("(bun.lock, is used to build and test): GHSA-4");
  });

  test("takes a version before a release for one before it", async () => {
    const version = versionOf("stoat-api");
    expect(version).toContain("-");
    write("GHSA-1", "stoat-api", range({ introduced: "0" }, { fixed: version.split("-")[0] }));
    expect((await run(folder)).code).toBe(auditExit.vulnerable);
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
    const { code, output } = await run(folder);
    expect([code, output]).toEqual([auditExit.clean, expect.stringContaining("no known vulnerabilities")]);
  });

  test("checks nothing, and says so, with an empty folder, a missing one and a file that is cut off", async () => {
    const outcomes = [await run(folder), await run(join(folder, "missing"))];
    write("GHSA-1", "kysely", range({ introduced: "0" }));
    writeFileSync(join(folder, "npm/GHSA-2.json"), '{"id": "GHSA-2", "affe');
    outcomes.push(await run(folder));
    for (const { code, output } of outcomes) {
      expect(code).toBe(auditExit.notChecked);
      expect(output).toStartWith("Not checked: ");
      expect(output).toContain("--database DIR");
    }
    expect(outcomes[2]?.output).toContain("GHSA-2.json");
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
    return { ...(await run(undefined, `${registry.url}npm/`)), asked };
  }

  test("asks about every locked package, and is clean if none is affected", async () => {
    const { code, asked } = await auditWith(200, { ...known, kysely: [advisory(`<${versionOf("kysely")}`)] });
    expect(code).toBe(auditExit.clean);
    const missing = packages.filter(({ name, version }) => !asked[name]?.includes(version));
    expect(missing).toEqual([]);
  });

  test("finds affected packages", async () => {
    const { code, output } = await auditWith(200, {
      ...known,
      kysely: [advisory(`<=${versionOf("kysely")}`)],
    });
    expect(code).toBe(auditExit.vulnerable);
    expect(output).toContain("https://example.com/GHSA-1: a title (high)");
  });

  test.each([
    [405, ""],
    [200, "<html>"],
    [200, {}],
    [200, { ...known, kysely: [advisory("no range")] }],
  ])("checks nothing, and says so, after %d %j", async (status, reply) => {
    const { code, output } = await auditWith(status, reply);
    expect([code, output]).toEqual([auditExit.notChecked, expect.stringContaining("Not checked: ")]);
  });

  test("checks nothing, and says so, if nobody responds", async () => {
    const program = join(import.meta.dir, "run-audit.ts");
    const child = Bun.spawn([process.execPath, program], {
      env: { ...process.env, npm_config_registry: "http://127.0.0.1:1/" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    expect(await child.stdout.text()).toContain("Not checked: the registry at http://127.0.0.1:1 ");
    expect(await child.exited).toBe(auditExit.notChecked);
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
