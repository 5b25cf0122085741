import type { Kysely } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { ChannelsTables } from "../../channels/index.ts";
import type { UnreadRow, UnreadsTables } from "../tables.ts";

const readBy = prepare((db: Kysely<UnreadsTables & ChannelsTables>, userId: string) =>
  db
    .selectFrom("channel_unreads")
    // Rows of deleted channels stay until their job has deleted them.
    .innerJoin("channels", "channels.id", "channel_unreads.channel_id")
    .selectAll("channel_unreads")
    .where("channel_unreads.user_id", "=", userId),
);

/** The read marks of a user in all channels that exist. */
export async function listRead(db: Reader, userId: string): Promise<UnreadRow[]> {
  return db.all(readBy, userId);
}

/** Inserts read marks, or replaces earlier ones; a mark may move back. */
export async function putRead(tx: Tx, rows: readonly UnreadRow[]): Promise<void> {
  await tx
    .sql<UnreadsTables>()
    .insertInto("channel_unreads")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "channel_id"])
        .doUpdateSet((row) => ({ last_id: row.ref("excluded.last_id") })),
    )
    .execute();
}

/** Deletes up to `limit` read marks of a channel; returns how many. */
export async function deleteSomeUnreads(tx: Tx, channelId: string, limit: number): Promise<number> {
  const deleted = await tx
    .sql<UnreadsTables>()
    .deleteFrom("channel_unreads")
    .where("channel_id", "=", channelId)
    .where("user_id", "in", (some) =>
      some.selectFrom("channel_unreads").select("user_id").where("channel_id", "=", channelId).limit(limit),
    )
    .returning("user_id")
    .execute();
  return deleted.length;
}

export async function deleteUnreadsOf(tx: Tx, userId: string): Promise<void> {
  await tx.sql<UnreadsTables>().deleteFrom("channel_unreads").where("user_id", "=", userId).execute();
}
