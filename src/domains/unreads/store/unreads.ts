import type { Kysely } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { AccountsTables } from "../../accounts/index.ts";
import type { ChannelsTables } from "../../channels/index.ts";
import type { ServersTables } from "../../members/index.ts";
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

const movedMarks = prepare(
  (db: Kysely<UnreadsTables>, last_id: string, channelId: string, from: string, to: string) =>
    db
      .updateTable("channel_unreads")
      .set({ last_id })
      .where("channel_id", "=", channelId)
      .where("last_id", ">=", from)
      .where("last_id", "<", to),
);

/**
 * Moves the read marks of those who have read a channel up to a message, or further, to a later one: for messages that
 * were not sent here, and count as read.
 */
export async function moveReadMarks(
  tx: Tx,
  channelId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await tx.all(movedMarks, to, channelId, from, to);
}

interface NewMarks {
  readonly server_id: string;
  readonly channel_id: string;
  readonly last_id: string;
  readonly user_id?: string;
}

/** Marks a channel of a server as read for all members, or one, with an account who have no read mark in it. */
export async function markReadForMembers(
  tx: Tx,
  { server_id, channel_id, last_id, user_id }: NewMarks,
): Promise<void> {
  await tx
    .sql<UnreadsTables & ServersTables & AccountsTables>()
    .insertInto("channel_unreads")
    .columns(["user_id", "channel_id", "last_id"])
    .expression((db) =>
      db
        .selectFrom("members")
        .innerJoin("accounts", "accounts.id", "members.user_id")
        .select(({ val }) => [
          "members.user_id",
          val(channel_id).as("channel_id"),
          val(last_id).as("last_id"),
        ])
        .where("members.server_id", "=", server_id)
        .$if(user_id !== undefined, (members) => members.where("members.user_id", "=", user_id ?? "")),
    )
    .onConflict((conflict) => conflict.doNothing())
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
