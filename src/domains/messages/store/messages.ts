import { type Kysely, sql } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { atOnce } from "../../../platform/concurrency/maybe-promise.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { arraysOf, type RowType, unnest } from "../../../platform/database/unnest.ts";
import { messageColumns } from "../rules/message-view.ts";
import type { MessageRow, MessagesTables } from "../tables.ts";
import { indexLater } from "./unindexed-messages.ts";
import { reindexWords, toTsvectorText, unindexWords } from "./words.ts";

const lastOfChannel = prepare((db: Kysely<MessagesTables>, channelId: string) =>
  db.selectFrom("messages").select("id").where("channel_id", "=", channelId).orderBy("id", "desc").limit(1),
);

/** The id of the newest message in a channel. */
export async function findLastMessageId(db: Reader, channelId: string): Promise<string | null> {
  return (await db.one(lastOfChannel, channelId))?.id ?? null;
}

const messageByKey = prepare((db: Kysely<MessagesTables>, channelId: string, id: string) =>
  db.selectFrom("messages").select(messageColumns).where("channel_id", "=", channelId).where("id", "=", id),
);

/** Finds a message in this channel only. */
export async function findMessage(
  db: Reader,
  channelId: string,
  id: string,
): Promise<MessageRow | undefined> {
  return db.one(messageByKey, channelId, id);
}

export const newMessage = prepare((db: Kysely<MessagesTables>, ...values: unknown[]) => {
  const row = Object.fromEntries(messageColumns.map((column, index) => [column, values[index]]));
  return db.insertInto("messages").values(row as unknown as MessageRow);
}, messageColumns.length);

const rowType: RowType = Object.fromEntries(
  [...messageColumns, "words"].map((column) => [column, isNumber(column) ? "bigint" : "text"]),
);

function isNumber(column: string): boolean {
  return column === "flags" || column === "edited_at" || column === "pinned";
}

const newMessages = prepare(
  (db: Kysely<MessagesTables & { messages: { words: string } }>, ...arrays: string[]) =>
    db
      .with("given", (cte) =>
        cte.selectFrom(unnest<MessageRow & { words: string }>(rowType, arrays)).selectAll(),
      )
      .with("by_users", (cte) =>
        cte
          .insertInto("writers")
          .columns(["author_id", "channel_id"])
          .expression((from) =>
            from
              .selectFrom("given")
              .select(["author_id", "channel_id"])
              .distinct()
              .where("system", "is", null)
              .where("webhook", "is", null),
          )
          .onConflict((conflict) => conflict.columns(["author_id", "channel_id"]).doNothing()),
      )
      .insertInto("messages")
      .columns([...messageColumns, "words"])
      .expression((from) =>
        from.selectFrom("given").select(messageColumns).select(sql<string>`words::tsvector`.as("words")),
      ),
  Object.keys(rowType).length,
).pipelined();

/** Stores messages with the words by which PostgreSQL finds them. */
export async function insertIndexedMessages(
  tx: Tx,
  rows: readonly (MessageRow & { readonly words: string })[],
): Promise<void> {
  await tx.all(newMessages, ...arraysOf(rowType, rows));
}

const newWriter = prepare((db: Kysely<MessagesTables>, author_id: string, channel_id: string) =>
  db
    .insertInto("writers")
    .values({ author_id, channel_id })
    .onConflict((conflict) => conflict.columns(["author_id", "channel_id"]).doNothing()),
).pipelined();

const existingWriter = prepare((db: Kysely<MessagesTables>, authorId: string, channelId: string) =>
  db
    .selectFrom("writers")
    .select("channel_id")
    .where("author_id", "=", authorId)
    .where("channel_id", "=", channelId),
).cached();

/** Stores new messages: on PostgreSQL with one statement, on SQLite with one for each, which takes less time there. */
export async function insertMessages(tx: Tx, messages: readonly MessageRow[]): Promise<void> {
  if (tx.dialect === "postgres")
    return insertIndexedMessages(
      tx,
      messages.map((message) => ({ ...message, words: toTsvectorText(message) })),
    );
  for (const message of messages) tx.all(newMessage, ...messageColumns.map((column) => message[column]));
  for (const { author_id, channel_id, system, webhook } of messages) {
    if (system !== null || webhook !== null) continue;
    if (!atOnce(tx.one(existingWriter, author_id, channel_id))) tx.all(newWriter, author_id, channel_id);
  }
  await indexLater(tx, messages);
}

/** For authors whose messages were not sent here. */
export async function addWriter(tx: Tx, authorId: string, channelId: string): Promise<void> {
  await tx.all(newWriter, authorId, channelId);
}

/** Updates columns of a message, and its words in the search index if the content changes. */
export async function updateMessage(
  tx: Tx,
  { channel_id, id }: Pick<MessageRow, "channel_id" | "id">,
  changes: Partial<MessageRow>,
): Promise<void> {
  await tx
    .sql<MessagesTables>()
    .updateTable("messages")
    .set(changes)
    .where("channel_id", "=", channel_id)
    .where("id", "=", id)
    .execute();
  if (changes.content === undefined) return;
  await reindexWords(tx, { channel_id, id, content: changes.content });
}

/** Deletes those of the messages that are in this channel; returns their ids. */
export async function deleteMessages(tx: Tx, channelId: string, ids: readonly string[]): Promise<string[]> {
  const sql = tx.sql<MessagesTables>();
  const rows = sql.deleteFrom("messages").where("channel_id", "=", channelId).where("id", "in", ids);
  return unindexDeleted(tx, await rows.returning("id").execute());
}

/** Deletes up to `limit` messages of a channel; returns their ids. */
export async function deleteSomeOfChannel(tx: Tx, channelId: string, limit: number): Promise<string[]> {
  const rows = tx
    .sql<MessagesTables>()
    .deleteFrom("messages")
    .where("channel_id", "=", channelId)
    .where("id", "in", (some) =>
      some.selectFrom("messages").select("id").where("channel_id", "=", channelId).orderBy("id").limit(limit),
    );
  return unindexDeleted(tx, await rows.returning("id").execute());
}

async function unindexDeleted(tx: Tx, deleted: readonly { readonly id: string }[]): Promise<string[]> {
  const ids = deleted.map(({ id }) => id);
  await unindexWords(tx, ids);
  return ids;
}
