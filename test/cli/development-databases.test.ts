import { Database as Handle } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { SQL } from "bun";
import { newestVersion } from "../../src/migrations/index.ts";
import { openAt } from "../support/database/databases.ts";
import { describeSchema } from "../support/database/describe-schema.ts";
import { runErmine } from "../support/processes/program.ts";
import { startProcess } from "../support/processes/server-process.ts";
import { type Engine, engines, newHome, type TestHome } from "../support/server/engines.ts";

setDefaultTimeout(60_000);

const fixtures = join(import.meta.dir, "../support/database/development");
const golden = { sqlite: "schema.sqlite.sql", postgres: "schema.postgres.txt" };

async function runSql(home: TestHome, text: string): Promise<Record<string, unknown>[]> {
  if (home.databaseUrl === "") {
    using handle = new Handle(join(home.dataDir, "ermine.db"));
    return handle.query<Record<string, unknown>, []>(text).all();
  }
  await using client = new SQL({ url: home.databaseUrl, max: 1 });
  return [...(await client.unsafe(text))].map((row) => ({ ...row }));
}

/** A database that thirty steps made, the last ones before they became one initial schema. */
async function openDevelopmentHome(engine: Engine): Promise<TestHome & Disposable> {
  const home = await newHome(engine);
  const read = (name: string) => gunzipSync(readFileSync(join(fixtures, name)));
  if (engine === "sqlite") writeFileSync(join(home.dataDir, "ermine.db"), read("version-30.db.gz"));
  else {
    await using client = new SQL({ url: home.databaseUrl, max: 1 });
    await client.unsafe(read("version-30.sql.gz").toString());
  }
  return { ...home, [Symbol.dispose]: home.remove };
}

async function stateOf(engine: Engine, home: TestHome) {
  await using database = openAt(engine, home);
  const schema = await describeSchema(database);
  return {
    schema,
    version: await runSql(home, "select version from schema_version"),
    messages: await runSql(home, "select content from messages"),
    digests: await runSql(home, "select sha256 from stored_files"),
    meta: await runSql(home, "select value from meta where key = 'made by'"),
  };
}

const data = {
  messages: [{ content: "Words of version 30." }],
  digests: [{ sha256: "digest" }],
  meta: [{ value: "version 30" }],
};

describe.each([...engines])("a database of the development versions on %s", (engine) => {
  test("is upgraded: its schema is that of a new one, and its data stay", async () => {
    using home = await openDevelopmentHome(engine);
    const schema = readFileSync(join(import.meta.dir, "../../src/migrations", golden[engine]), "utf8");
    for (const from of [30, newestVersion]) {
      const { stdout } = await runErmine(home, ["migrate", "--json"]);
      expect(JSON.parse(stdout)).toMatchObject([{ from, to: newestVersion }]);
      expect(await stateOf(engine, home)).toEqual({ schema, version: [{ version: newestVersion }], ...data });
    }
    await using server = await startProcess(home);
    expect((await server.client.get("/")).status).toBe(200);
  });

  test("of the version before is upgraded with its data", async () => {
    using home = await openDevelopmentHome(engine);
    await runSql(home, "alter table stored_files drop column sha256");
    await runSql(home, "update schema_version set version = 29");
    const { stdout } = await runErmine(home, ["migrate", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject([{ from: 29, to: newestVersion }]);
    expect(await stateOf(engine, home)).toMatchObject({
      version: [{ version: newestVersion }],
      ...data,
      digests: [{ sha256: null }],
    });
  });

  test.each([1, 28])("of version %i is refused, with what to do, and stays as it is", async (version) => {
    using home = await openDevelopmentHome(engine);
    await runSql(home, `update schema_version set version = ${version}`);
    const before = await stateOf(engine, home);
    for (const words of [["migrate"], ["serve"], ["accounts", "list"], ["backup"]])
      expect(await runErmine(home, words)).toEqual({
        code: 78,
        stdout: "",
        stderr: `The database is at version ${version}, of a development version of Ermine; this program upgrades versions from 29 on: first follow "Databases of development versions" in docs/operating/upgrading.md.\n`,
      });
    expect(await stateOf(engine, home)).toEqual(before);
  });
});
