import type { Kysely } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { ChannelsTables } from "../../channels/index.ts";
import type { ChannelUnread } from "../model.ts";
import { unreadView } from "../rules/unread-view.ts";
import type { SyncTables } from "../tables.ts";

const unreadsOf = prepare((db: Kysely<SyncTables & ChannelsTables>, userId: string) =>
  db
    .selectFrom("channel_unreads")
    // What is left of channels that are gone is not shown until it goes too.
    .innerJoin("channels", "channels.id", "channel_unreads.channel_id")
    .selectAll("channel_unreads")
    .where("channel_unreads.user_id", "=", userId)
    .orderBy("channel_unreads.channel_id"),
);

export async function listUnreads(db: Reader, userId: string): Promise<ChannelUnread[]> {
  return (await db.all(unreadsOf, userId)).map(unreadView);
}

/** How far a channel was read. */
export interface ReadUpTo {
  readonly channelId: string;
  readonly messageId: string;
}

/**
 * Somebody has read these channels so far, and with them the mentions up to there. Who calls this has seen them
 * in the same transaction: nothing else keeps it from writing about channels that are gone.
 */
export async function acknowledgeChannels(
  db: Reader,
  userId: string,
  read: readonly ReadUpTo[],
): Promise<void> {
  if (read.length === 0) return;
  const sql = db.sql<SyncTables>();
  const ids = read.map(({ channelId }) => channelId);
  const known = await sql
    .selectFrom("channel_unreads")
    .select(["channel_id", "mentions"])
    .where("user_id", "=", userId)
    .where("channel_id", "in", ids)
    .execute();
  const mentions = new Map(known.map((row) => [row.channel_id, JSON.parse(row.mentions) as string[]]));
  const rows = read.map(({ channelId, messageId }) => ({
    user_id: userId,
    channel_id: channelId,
    last_id: messageId,
    mentions: JSON.stringify((mentions.get(channelId) ?? []).filter((id) => id > messageId)),
  }));
  await sql
    .insertInto("channel_unreads")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["user_id", "channel_id"]).doUpdateSet((row) => ({
        last_id: row.ref("excluded.last_id"),
        mentions: row.ref("excluded.mentions"),
      })),
    )
    .execute();
}

/** As many of a channel's unreads as this; says how many they were. */
export async function deleteSomeUnreads(db: Reader, channelId: string, limit: number): Promise<number> {
  const gone = await db
    .sql<SyncTables>()
    .deleteFrom("channel_unreads")
    .where("channel_id", "=", channelId)
    .where("user_id", "in", (some) =>
      some.selectFrom("channel_unreads").select("user_id").where("channel_id", "=", channelId).limit(limit),
    )
    .returning("user_id")
    .execute();
  return gone.length;
}
