import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { prepareByList } from "../../../platform/database/by-list.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { arraysOf, unnest } from "../../../platform/database/unnest.ts";
import { messageColumns } from "../rules/message-view.ts";
import type { MessageRow, MessagesTables, ReactionRow } from "../tables.ts";
import { insertIndexedMessages, newMessage } from "./messages.ts";
import { putWords } from "./words.ts";

/** A row, and what the search index gets of it. */
interface IndexedRow {
  readonly row: MessageRow;
  readonly words: string;
}

/** Inserts messages that may be older than others of their channel, in the order of their ids: search finds them at once. */
export async function insertImportedMessages(tx: Tx, messages: readonly IndexedRow[]): Promise<void> {
  if (tx.dialect === "postgres") {
    await insertIndexedMessages(
      tx,
      messages.map(({ row, words }) => ({ ...row, words })),
    );
    return;
  }
  for (const { row } of messages) tx.all(newMessage, ...messageColumns.map((column) => row[column]));
  // After all messages, and in their order: FTS5 then writes what it got once, at the commit.
  for (const { row, words } of messages) if (words !== "") putWords(tx, row, words);
}

const newWriters = (list: (json: string) => RawBuilder<{ value: string }>) =>
  prepare((db: Kysely<MessagesTables>, channelId: string, authorIds: string) =>
    db
      .insertInto("writers")
      .columns(["author_id", "channel_id"])
      .expression((from) =>
        from
          .selectFrom(list(authorIds).as("given"))
          .select(({ ref }) => [
            ref("given.value").as("author_id"),
            sql<string>`cast(${channelId} as text)`.as("channel_id"),
          ])
          // Without a condition, SQLite takes the conflict clause for that of a join.
          .where(sql<boolean>`true`),
      )
      .onConflict((conflict) => conflict.doNothing()),
  );
const newWritersOf = {
  sqlite: newWriters((json) => sql`json_each(${json})`),
  postgres: newWriters((json) => sql`(select json_array_elements_text(${json}::text::json) as value)`),
};

/** For authors whose messages are imported. */
export async function addWriters(tx: Tx, authorIds: Iterable<string>, channelId: string): Promise<void> {
  await tx.all(newWritersOf[tx.dialect], channelId, JSON.stringify([...authorIds]));
}

const reactionColumns = ["channel_id", "message_id", "emoji", "user_id", "since"] as const;

const newReaction = prepare(
  (db: Kysely<MessagesTables>, ...values: string[]) =>
    db
      .insertInto("reactions")
      .values(
        Object.fromEntries(
          reactionColumns.map((column, at) => [column, values[at]]),
        ) as unknown as ReactionRow,
      )
      .onConflict((conflict) => conflict.doNothing()),
  reactionColumns.length,
);

const reactionType = Object.fromEntries(reactionColumns.map((column) => [column, "text" as const]));
const newReactions = prepare(
  (db: Kysely<MessagesTables>, ...arrays: string[]) =>
    db
      .insertInto("reactions")
      .columns(reactionColumns)
      .expression((from) =>
        from.selectFrom(unnest<ReactionRow>(reactionType, arrays)).select(reactionColumns),
      )
      .onConflict((conflict) => conflict.doNothing()),
  reactionColumns.length,
);

export async function insertImportedReactions(tx: Tx, rows: readonly ReactionRow[]): Promise<void> {
  if (rows.length === 0) return;
  if (tx.dialect === "postgres") await tx.all(newReactions, ...arraysOf(reactionType, rows));
  else for (const row of rows) tx.all(newReaction, ...reactionColumns.map((column) => row[column]));
}

const existingMessages = prepareByList((among) =>
  prepare((db: Kysely<MessagesTables>, channelId: string, ids: string) =>
    db
      .selectFrom("messages")
      .select(["id", "edited_at", "attachments"])
      .where("channel_id", "=", channelId)
      .where((row) => among(row.ref("id"), ids)),
  ),
);

export type ExistingMessage = Pick<MessageRow, "id" | "edited_at" | "attachments">;

/** The messages of the channel that have one of the ids, by their ids. */
export async function findExistingMessages(
  db: Reader,
  channelId: string,
  ids: readonly string[],
): Promise<Map<string, ExistingMessage>> {
  const rows = await db.all(existingMessages[db.dialect], channelId, JSON.stringify(ids));
  return new Map(rows.map((row) => [row.id, row]));
}
