import type { TestServer } from "../server/server.ts";
import { listTableNames } from "./table-names.ts";

/** Periodic jobs come and go on their own, and nodes report every second. */
const leftOut = new Set(["jobs", "nodes", "presence"]);

/** A periodic job notes the time in this row of `meta`. */
const notedTime = "latest_time";

/** Reading the names from PostgreSQL takes longer than reading all rows of the tables. */
const namesIn = new WeakMap<TestServer["running"], readonly string[]>();

/** Every row of every table, in an order that does not depend on the engine. */
export async function dumpTables({
  running,
}: Pick<TestServer, "running">): Promise<Record<string, string[]>> {
  return running.store.read(async (db) => {
    const names = namesIn.get(running) ?? (await listTableNames(db)).filter((name) => !leftOut.has(name));
    namesIn.set(running, names);
    const dump: Record<string, string[]> = {};
    for (const name of names) {
      const rows = await db.sql<Record<string, object>>().selectFrom(name).selectAll().execute();
      const kept = rows.filter((row) => !("key" in row && row.key === notedTime));
      dump[name] = kept.map((row) => JSON.stringify(row)).sort();
    }
    return dump;
  });
}
