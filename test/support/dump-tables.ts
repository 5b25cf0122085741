import { sql } from "kysely";
import type { Reader } from "../../src/store/tx.ts";
import type { TestServer } from "./server.ts";

/** Work of the clock comes and goes by itself. */
const leftOut = new Set(["jobs"]);

/** Asking PostgreSQL for these takes longer than asking for all that is in them. */
const namesIn = new WeakMap<TestServer["running"], readonly string[]>();

/** Every row of every table, in an order that does not depend on the engine. */
export async function dumpTables({
  running,
}: Pick<TestServer, "running">): Promise<Record<string, string[]>> {
  return running.store.read(async (db) => {
    const names = namesIn.get(running) ?? (await findNames(db));
    namesIn.set(running, names);
    const dump: Record<string, string[]> = {};
    for (const name of names) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db.sql());
      dump[name] = rows.map((row) => JSON.stringify(row)).sort();
    }
    return dump;
  });
}

async function findNames(db: Reader): Promise<string[]> {
  const tables = await db.sql().introspection.getTables();
  return tables
    .map(({ name }) => name)
    .filter((name) => !leftOut.has(name))
    .sort();
}
