import { type Kysely, sql } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { prepareByList } from "../../../platform/database/by-list.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { MessageKey, MessagesTables, ReactionRow } from "../tables.ts";

/** Locks the row of a message until the transaction ends, so that its reactions change one after another. */
export async function lockMessage(tx: Tx, { channel_id, id }: MessageKey): Promise<void> {
  const locked = tx
    .sql<MessagesTables>()
    .updateTable("messages")
    .set(({ ref }) => ({ flags: ref("flags") }));
  await locked.where("channel_id", "=", channel_id).where("id", "=", id).execute();
}

const reactionsTo = prepareByList((among) =>
  prepare((db: Kysely<MessagesTables>, channelId: string, ids: string) =>
    db
      .selectFrom("reactions")
      .selectAll()
      .where("channel_id", "=", channelId)
      .where((row) => among(row.ref("message_id"), ids))
      .orderBy("since"),
  ),
);

/** All reactions to some messages of a channel, in their order. */
export async function listReactions(
  db: Reader,
  channelId: string,
  messageIds: readonly string[],
): Promise<ReactionRow[]> {
  if (messageIds.length === 0) return [];
  return db.all(reactionsTo[db.dialect], channelId, JSON.stringify(messageIds));
}

const matchesListed = sql<boolean>`channel_id = listed.value ->> 0 and message_id = listed.value ->> 1`;

const reactionsToListed = {
  sqlite: prepare((db: Kysely<MessagesTables>, keys: string) =>
    db
      .selectFrom(sql<{ value: string }>`json_each(${keys})`.as("listed"))
      // SQLite keeps the order of a cross join.
      .crossJoin("reactions")
      .selectAll("reactions")
      .where(matchesListed)
      .orderBy("since"),
  ),
  postgres: prepare((db: Kysely<MessagesTables>, keys: string) =>
    db
      .selectFrom(sql<{ value: string }>`json_array_elements(${keys}::text::json)`.as("listed"))
      .innerJoin("reactions", (join) => join.on(matchesListed))
      .selectAll("reactions")
      .orderBy("since"),
  ),
};

/** All reactions to some messages of any channels, in their order. */
export function listReactionsToAll(db: Reader, messages: readonly MessageKey[]) {
  const keys = messages.map(({ channel_id, id }) => [channel_id, id]);
  return db.all(reactionsToListed[db.dialect], JSON.stringify(keys));
}

const reactionsWithin = prepare(
  (db: Kysely<MessagesTables>, channelId: string, first: string, last: string) =>
    db
      .selectFrom("reactions")
      .selectAll()
      .where("channel_id", "=", channelId)
      .where("message_id", ">=", first)
      .where("message_id", "<=", last)
      .orderBy("since"),
);

/** The same for all messages from one id to another: one look-up instead of one for each message. */
export function listReactionsWithin(db: Reader, channelId: string, [first, last]: readonly [string, string]) {
  return db.all(reactionsWithin, channelId, first, last);
}

/** The distinct emoji of the reactions to a message. */
export async function listEmojiOn(db: Reader, { channel_id, id }: MessageKey): Promise<string[]> {
  const rows = await db
    .sql<MessagesTables>()
    .selectFrom("reactions")
    .select("emoji")
    .distinct()
    .where("channel_id", "=", channel_id)
    .where("message_id", "=", id)
    .execute();
  return rows.map(({ emoji }) => emoji);
}

/** Without effect if the reaction exists. */
export async function insertReaction(tx: Tx, row: ReactionRow): Promise<void> {
  const insert = tx.sql<MessagesTables>().insertInto("reactions").values(row);
  await insert.onConflict((conflict) => conflict.doNothing()).execute();
}

/**
 * Deletes a user's reaction; returns whether it existed. If it was the first with its emoji, the next one inherits its
 * order, so that the emoji keeps its position among the others.
 */
export async function deleteReaction(
  tx: Tx,
  { user_id, ...of }: Omit<ReactionRow, "since">,
): Promise<boolean> {
  const sql = tx.sql<MessagesTables>();
  const removal = sql.deleteFrom("reactions").where((row) => row.and({ ...of, user_id }));
  const deleted = await removal.returning("since").executeTakeFirst();
  if (!deleted) return false;
  const next = await sql
    .selectFrom("reactions")
    .select(["user_id", "since"])
    .where((row) => row.and(of))
    .orderBy("since")
    .limit(1)
    .executeTakeFirst();
  if (next && next.since > deleted.since) {
    const rows = sql.updateTable("reactions").set({ since: deleted.since });
    await rows.where((row) => row.and({ ...of, user_id: next.user_id })).execute();
  }
  return true;
}

/** Deletes the reactions to a message with one emoji, or all of them. */
export async function deleteReactions(
  tx: Tx,
  { channel_id, id: message_id }: MessageKey,
  emoji?: string,
): Promise<void> {
  const of = { channel_id, message_id, ...(emoji !== undefined && { emoji }) };
  await tx
    .sql<MessagesTables>()
    .deleteFrom("reactions")
    .where((row) => row.and(of))
    .execute();
}
