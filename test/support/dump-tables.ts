import { sql } from "kysely";
import type { TestServer } from "./server.ts";

/** Work of the clock comes and goes by itself. */
const leftOut = new Set(["jobs"]);

/** Every row of every table, in an order that does not depend on the engine. */
export async function dumpTables({
  running,
}: Pick<TestServer, "running">): Promise<Record<string, string[]>> {
  return running.store.read(async (db) => {
    const tables = await db.sql().introspection.getTables();
    const names = tables.map(({ name }) => name).filter((name) => !leftOut.has(name));
    const dump: Record<string, string[]> = {};
    for (const name of names.sort()) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db.sql());
      dump[name] = rows.map((row) => JSON.stringify(row)).sort();
    }
    return dump;
  });
}
