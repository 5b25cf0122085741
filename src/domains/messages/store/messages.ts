import { type Kysely, sql } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { both, type MaybePromise, mapMaybe } from "../../../platform/concurrency/maybe-promise.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { messageColumns } from "../rules/message-view.ts";
import type { MessageRow, MessagesTables, NewMessage } from "../tables.ts";
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

/** The values of columns that a new message may leave out. */
const defaults: Partial<MessageRow> = { flags: 0, pinned: 0 };

export const newMessage = prepare(
  (db: Kysely<MessagesTables>, ...values: unknown[]) => db.insertInto("messages").values(toRow(values)),
  messageColumns.length,
).waiting();

const newMessageWithWords = prepare(
  (db: Kysely<MessagesTables & { messages: { words: string } }>, ...[words, ...values]: unknown[]) =>
    db.insertInto("messages").values({ ...toRow(values), words: sql<string>`${words}::tsvector` }),
  messageColumns.length + 1,
).unawaited();

function toRow(values: readonly unknown[]): MessageRow {
  const entries = messageColumns.map((column, index) => [column, values[index]]);
  return Object.fromEntries(entries) as unknown as MessageRow;
}

const newWriter = prepare((db: Kysely<MessagesTables>, author_id: string, channel_id: string) =>
  db
    .insertInto("writers")
    .values({ author_id, channel_id })
    .onConflict((conflict) => conflict.columns(["author_id", "channel_id"]).doNothing()),
).unawaited();

const existingWriter = prepare((db: Kysely<MessagesTables>, authorId: string, channelId: string) =>
  db
    .selectFrom("writers")
    .select("channel_id")
    .where("author_id", "=", authorId)
    .where("channel_id", "=", channelId),
).cached();

export function insertMessage(tx: Tx, message: NewMessage): MaybePromise<unknown> {
  const { channel_id, id, author_id, content = null } = message;
  const values = messageColumns.map((column) => message[column] ?? defaults[column] ?? null);
  const isByUser = !message.system && !message.webhook;
  const addWriter = () => tx.all(newWriter, author_id, channel_id);
  if (tx.dialect === "postgres") {
    const inserted = tx.all(newMessageWithWords, toTsvectorText({ channel_id, content }), ...values);
    return both(inserted, isByUser && addWriter());
  }
  // The query cache tells that the author has messages in the channel.
  const isKnown = !isByUser || tx.one(existingWriter, author_id, channel_id);
  const written = mapMaybe(tx.all(newMessage, ...values), () =>
    mapMaybe(isKnown, (known) => known || addWriter()),
  );
  return mapMaybe(written, () => indexLater(tx, { channel_id, id, content }));
}

/** For authors whose messages were not sent here. */
export function addWriter(tx: Tx, authorId: string, channelId: string): MaybePromise<unknown> {
  return tx.all(newWriter, authorId, channelId);
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
