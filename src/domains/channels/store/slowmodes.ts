import type { Kysely } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { ChannelsTables, SlowmodeRow } from "../tables.ts";

/** The time until which a user must wait in a channel; 0 if there is none. */
export async function findSlowmodeEnd(db: Reader, userId: string, channelId: string): Promise<number> {
  const row = await db
    .sql<ChannelsTables>()
    .selectFrom("slowmodes")
    .select("until")
    .where("user_id", "=", userId)
    .where("channel_id", "=", channelId)
    .executeTakeFirst();
  return row?.until ?? 0;
}

export async function setSlowmode(tx: Tx, row: SlowmodeRow): Promise<void> {
  await tx
    .sql<ChannelsTables>()
    .insertInto("slowmodes")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["user_id", "channel_id"]).doUpdateSet((excluded) => ({
        until: excluded.ref("excluded.until"),
      })),
    )
    .execute();
}

/** Ends all waits in a channel within these seconds from now. */
export async function shortenSlowmodes(tx: Tx, channelId: string, seconds: number): Promise<void> {
  const until = tx.services.clock.now() + seconds * 1_000;
  const rows = tx.sql<ChannelsTables>().updateTable("slowmodes").set({ until });
  await rows.where("until", ">", until).where("channel_id", "=", channelId).execute();
}

const slowmodesOf = prepare((db: Kysely<ChannelsTables>, userId: string, now: number) =>
  db
    .selectFrom("slowmodes")
    .selectAll()
    .where("user_id", "=", userId)
    .where("until", ">", now)
    .orderBy("channel_id"),
);

/** The channels in which a user must wait now. */
export async function listSlowmodes(db: Reader, userId: string): Promise<SlowmodeRow[]> {
  return db.all(slowmodesOf, userId, db.services.clock.now());
}

export async function deleteExpiredSlowmodes(tx: Tx): Promise<void> {
  const now = tx.services.clock.now();
  await tx.sql<ChannelsTables>().deleteFrom("slowmodes").where("until", "<=", now).execute();
}
