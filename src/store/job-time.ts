import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Reader } from "../declare/tx.ts";
import { systemClock } from "../platform/clock/clock.ts";
import { prepare } from "../platform/database/prepared.ts";

/**
 * SQL for the time by which jobs become due and their leases end, in milliseconds: that of the database, which is the
 * same for all nodes, whatever their own clocks show. A test that moves the time moves this one.
 */
export function jobTime({
  dialect,
  services: { clock },
}: Pick<Reader, "dialect" | "services">): RawBuilder<number> {
  if (dialect === "sqlite") return sql`${clock.now()}`;
  return clock === systemClock ? databaseTime : sql`${clock.now()}::bigint`;
}

/** Of the beginning of the statement, so that an index can be searched with it. */
const databaseTime: RawBuilder<number> = sql`(date_part('epoch', statement_timestamp()) * 1000)::bigint`;

const databaseTimeQuery = prepare((db: Kysely<unknown>) => db.selectNoFrom(databaseTime.as("now")));

/** The value of `jobTime`, without a query where this process knows it. */
export async function readJobTime(db: Reader): Promise<number> {
  const { clock } = db.services;
  if (db.dialect === "sqlite" || clock !== systemClock) return clock.now();
  return Number((await db.one(databaseTimeQuery))?.now);
}
