import type { Tx } from "../declare/tx.ts";
import type { Database, ReadQueries } from "../platform/database/port.ts";
import type { SystemTables } from "../store/system-tables.ts";

const row = "latest_time";
/** Clocks are corrected by less than this all the time. */
const toleratedMs = 5_000;

/** How far the clock is behind the latest time that a server on this database had, in milliseconds; 0 if it is not. */
export async function clockIsBehindBy(database: Pick<Database, "read">, now: number): Promise<number> {
  const behind = Number((await database.read(readLatest)) ?? now) - now;
  return behind > toleratedMs ? behind : 0;
}

/** Notes the time, for later starts. Never notes an earlier one than before. */
export async function noteTime(tx: Tx): Promise<void> {
  const now = tx.services.clock.now();
  const latest = await readLatest(tx);
  if (latest !== undefined && Number(latest) >= now) return;
  await tx
    .sql<SystemTables>()
    .insertInto("meta")
    .values({ key: row, value: String(now) })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: String(now) }))
    .execute();
}

async function readLatest(queries: Pick<ReadQueries, "sql">): Promise<string | undefined> {
  const meta = queries.sql<SystemTables>().selectFrom("meta").select("value").where("key", "=", row);
  return (await meta.executeTakeFirst())?.value;
}
