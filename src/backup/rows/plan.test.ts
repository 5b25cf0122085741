import { describe, expect, test } from "bun:test";
import { type Kysely, sql } from "kysely";
import { openAt } from "../../../test/support/database/databases.ts";
import { newMigratedHome } from "../../../test/support/database/migrated-home.ts";
import { listTableNames } from "../../../test/support/database/table-names.ts";
import { type Engine, engines } from "../../../test/support/server/engines.ts";
import { derivedSchema } from "../../domains/index.ts";
import type { Database } from "../../platform/database/port.ts";
import { planCopy, uncopiedTables } from "./plan.ts";

const withPostgres = engines.includes("postgres") ? [true] : [];

async function openBoth() {
  const opened = new AsyncDisposableStack();
  const open = async (engine: Engine) => {
    const home = await newMigratedHome(engine);
    opened.defer(home.remove);
    return opened.use(openAt(engine, home));
  };
  const [sqlite, postgres] = [await open("sqlite"), await open("postgres")];
  return {
    sqlite,
    postgres,
    plan: () => sqlite.read((source) => postgres.read((target) => planCopy(source, target, derivedSchema))),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const namesIn = (database: Database) => database.read(listTableNames);
const change = (database: Database, text: string) =>
  database.write((queries) => sql.raw(text).execute(queries.sql<never>() as Kysely<never>));

describe.each(withPostgres)("the plan of a copy", () => {
  test("has every table of both schemas, except those that say why not", async () => {
    await using both = await openBoth();
    const planned = (await both.plan()).map(({ name }) => name);
    const covered = [...planned, ...Object.keys(uncopiedTables)];
    expect((await namesIn(both.postgres)).filter((name) => !covered.includes(name))).toEqual([]);
    // The index of words and the tables behind it, which PostgreSQL has as a column.
    const left = (await namesIn(both.sqlite)).filter((name) => !covered.includes(name));
    expect(left.filter((name) => !name.startsWith("message_words"))).toEqual([]);
    expect(new Set(planned).size).toBe(planned.length);
    expect(planned.length).toBeGreaterThan(40);
  });

  test("comes after the tables that each references", async () => {
    await using both = await openBoth();
    const names = (await both.plan()).map(({ name }) => name);
    for (const [first, second] of [
      ["users", "servers"],
      ["servers", "channels"],
      ["messages", "reactions"],
      ["stored_files", "files"],
      ["sessions", "push_badges"],
    ] as const)
      expect(names.indexOf(first)).toBeLessThan(names.indexOf(second));
  });

  test("has no column with a sequence, which a copy would have to advance", async () => {
    await using both = await openBoth();
    const planned = (await both.plan()).map(({ name }) => name);
    const { rows } = await change(
      both.postgres,
      `select table_name as name from information_schema.columns where table_schema = current_schema()
         and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`,
    );
    const withSequence = (rows as { name: string }[]).map(({ name }) => name);
    expect(withSequence).toContain("stream");
    expect(withSequence.filter((name) => planned.includes(name))).toEqual([]);
  });

  test("has a table that is added to both, and fails for one that only SQLite has", async () => {
    await using both = await openBoth();
    await change(both.sqlite, "create table shoes (id text primary key, size integer)");
    await expect(both.plan()).rejects.toThrow("shoes.id cannot be copied: missing");
    await change(both.postgres, "create table shoes (id text primary key, size integer)");
    expect((await both.plan()).map(({ name }) => name)).toContain("shoes");
  });

  test.each([
    ["a column that only PostgreSQL has", "postgres", "alter table users add column shoe text", "shoe"],
    ["a column that only SQLite has", "sqlite", "alter table users add column shoe text", "users.shoe"],
  ] as const)("fails for %s", async (_, engine, text, message) => {
    await using both = await openBoth();
    await change(both[engine], text);
    await expect(both.plan()).rejects.toThrow(message);
  });

  test("fails for a type that it does not know, and for a table without a key", async () => {
    await using both = await openBoth();
    for (const database of [both.sqlite, both.postgres])
      await change(database, "create table keyless (name text)");
    await expect(both.plan()).rejects.toThrow("keyless has no primary key");
    await change(both.postgres, "alter table keyless alter column name type varchar(9)");
    await expect(both.plan()).rejects.toThrow("keyless.name cannot be copied: varchar");
  });
});
