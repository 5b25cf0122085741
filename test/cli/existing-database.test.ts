import { Database as Handle } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { newestVersion } from "../../src/migrations/index.ts";
import { rowsOf, runErmine, runWithPlaces } from "../support/processes/program.ts";
import { engines, newHome, type TestHome } from "../support/server/engines.ts";

setDefaultTimeout(60_000);

const commands = [
  ["accounts", "list"],
  ["accounts", "create", "ann@example.com"],
  ["files", "move", "--to", "s3"],
  ["backup"],
];

/** Every file of a folder with its content and time, but for the memory that the readers of a database share. */
function contentOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => !name.endsWith("-shm"),
  );
  return Object.fromEntries(
    names.map((name) => {
      const stats = statSync(join(folder, name));
      const content = stats.isFile() ? Bun.SHA256.hash(readFileSync(join(folder, name)), "hex") : "folder";
      return [name, `${content} ${stats.mtimeMs}`];
    }),
  );
}

async function setVersion({ dataDir, databaseUrl }: TestHome, version: number): Promise<void> {
  if (databaseUrl === "") {
    using handle = new Handle(join(dataDir, "ermine.db"));
    handle.run("update schema_version set version = ?", [version]);
    return;
  }
  await using sql = new SQL(databaseUrl);
  await sql`update schema_version set version = ${version}`;
}

describe.each([...engines])("commands on %s", (engine) => {
  test("in a wrong folder say so, and create nothing", async () => {
    const home = await newHome(engine);
    for (const words of [...commands, ["migrate"]]) {
      const { code, stdout, stderr } = await runErmine(home, words);
      expect({ code, stdout }).toEqual({ code: 78, stdout: "" });
      expect(stderr).toMatch(
        /^There is no database of Ermine at (\/.*\/ermine\.db|postgres:\/\/\S+)\. .*`ermine migrate --create`/,
      );
    }
    const missing = join(home.dataDir, "missing");
    expect((await runErmine(home, ["stats"], { ERMINE_DATA_DIR: missing })).code).toBe(78);
    const doctor = await runErmine(home, ["doctor"], { ERMINE_PORT: "0" });
    expect(doctor).toMatchObject({ code: 1, stderr: "1 failure, 0 warnings\n" });
    expect(doctor.stdout).toMatch(/^failure +database +There is no database of Ermine at /m);
    expect(contentOf(home.dataDir)).toEqual({});
    home.remove();
  });

  test("on a database of another version say so, and change nothing", async () => {
    const home = await newHome(engine);
    await rowsOf(home, "migrate", "--create");
    const known = newestVersion;
    for (const [version, answer] of [
      [
        known - 1,
        new RegExp(`has version ${known - 1} of the schema, and this program needs version ${known}\\.`),
      ],
      [known + 1, /^The database is at version .* Start a newer Ermine.*\n$/],
    ] as const) {
      await setVersion(home, version);
      const before = contentOf(home.dataDir);
      for (const words of version > known ? [...commands, ["migrate"]] : commands) {
        const { code, stderr } = await runErmine(home, words);
        expect(code).toBe(78);
        expect(stderr).toMatch(answer);
      }
      expect(contentOf(home.dataDir)).toEqual(before);
    }
    // Of a newer version.
    expect((await runErmine(home, ["serve"])).code).toBe(78);
    home.remove();
  });

  test("name the data directory and the configuration that they use", async () => {
    const home = await newHome(engine);
    await rowsOf(home, "migrate", "--create");
    const folder = mkdtempSync(join(tmpdir(), "ermine-config-"));
    const file = join(folder, "other.toml");
    await Bun.write(file, "");
    const { stdout, stderr } = await runWithPlaces(home, ["accounts", "list", "--json"], {
      ERMINE_CONFIG: file,
    });
    const database = engine === "sqlite" ? "" : ", database postgres://\\S+";
    expect(stderr).toMatch(
      new RegExp(`^Using data directory ${home.dataDir}${database}, configuration ${file}\n$`),
    );
    expect(JSON.parse(stdout)).toEqual([]);
    const plain = await runWithPlaces(home, ["accounts", "list"]);
    expect(plain.stderr).toEndWith(", no configuration file\n");
    rmSync(folder, { recursive: true });
    home.remove();
  });
});
