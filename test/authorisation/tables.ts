import { sql } from "kysely";
import { listTableNames } from "../support/database/table-names.ts";
import type { TestServer } from "../support/server/server.ts";

/** The rows of the tables, by table name. */
export type Tables = ReadonlyMap<string, readonly object[]>;

export async function listTables({ running }: TestServer): Promise<string[]> {
  const names = await running.store.read(listTableNames);
  // The full-text index cannot be read as a table, and the messages determine its content.
  return names.filter((name) => !name.startsWith("message_words"));
}

export async function readTables({ running }: TestServer, names: Iterable<string>): Promise<Tables> {
  const read = (name: string) =>
    running.store.read((db) => db.sql<Record<string, object>>().selectFrom(name).selectAll().execute());
  return new Map(await Promise.all([...names].map(async (name) => [name, await read(name)] as const)));
}

/** The names of the tables that differ. */
export function compareTables(before: Tables, after: Tables): string[] {
  const textOf = (rows: readonly object[] = []) =>
    JSON.stringify(rows.map((row) => JSON.stringify(row)).sort());
  return [...before.keys()].filter((name) => textOf(before.get(name)) !== textOf(after.get(name)));
}

/** Restores the rows of the tables, so that one fixture serves every call. */
export async function restoreTables(
  { engine, running }: TestServer,
  tables: Tables,
  changed: readonly string[],
): Promise<void> {
  const anyOrder = {
    sqlite: sql`pragma defer_foreign_keys = on`,
    postgres: sql`set local session_replication_role = replica`,
  };
  // SQLite cascades deletes even while foreign keys are deferred, so all tables are restored.
  const names = engine === "sqlite" ? [...tables.keys()] : changed;
  await running.store.write(async (tx) => {
    const db = tx.sql<Record<string, object>>();
    await anyOrder[engine].execute(db);
    for (const name of names) await db.deleteFrom(name).execute();
    for (const name of names) {
      const rows = tables.get(name) ?? [];
      if (rows.length > 0) await db.insertInto(name).values(rows).execute();
    }
  });
}
