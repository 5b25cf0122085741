import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Reader } from "../declare/tx.ts";
import { systemClock } from "../platform/clock/clock.ts";
import { prepare } from "../platform/database/prepared.ts";

/**
 * SQL for the time by which jobs become due and their leases end, in milliseconds: that of the database, which is the
 * same for all nodes, whatever their own clocks show. A test that moves the time moves this one.
 */
export function jobTime(db: JobReader): RawBuilder<number> {
  const known = knownJobTime(db);
  if (known === undefined) return databaseTime;
  return db.dialect === "sqlite" ? sql`${known}` : sql`${known}::bigint`;
}

type JobReader = Pick<Reader, "dialect" | "services">;

/** The value of `jobTime`; undefined where only the database knows it. */
export function knownJobTime({ dialect, services: { clock } }: JobReader): number | undefined {
  return dialect === "sqlite" || clock !== systemClock ? clock.now() : undefined;
}

/** Of the beginning of the statement, so that an index can be searched with it. */
export const databaseTime: RawBuilder<number> = sql`(date_part('epoch', statement_timestamp()) * 1000)::bigint`;

const databaseTimeQuery = prepare((db: Kysely<unknown>) => db.selectNoFrom(databaseTime.as("now")));

/** The value of `jobTime`, without a query where this process knows it. */
export async function readJobTime(db: Reader): Promise<number> {
  return knownJobTime(db) ?? Number((await db.one(databaseTimeQuery))?.now);
}
