import { type Kysely, sql } from "kysely";
import { prepare } from "../../../platform/database/prepared.ts";
import type { Reader, Tx } from "../../../store/tx.ts";
import { messageColumns } from "../rules/message-view.ts";
import type { MessageRow, MessagesTables, NewMessage } from "../tables.ts";
import { forgetWords, indexWords, reindexWords, wordsInPostgres } from "./words.ts";

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

/** A message of this channel; those of others are not found. */
export async function findMessage(
  db: Reader,
  channelId: string,
  id: string,
): Promise<MessageRow | undefined> {
  return db.one(messageByKey, channelId, id);
}

/** What a new message has in a column of which it says nothing. */
const blank: Partial<MessageRow> = { flags: 0, pinned: 0 };

const newMessage = prepare(
  (db: Kysely<MessagesTables>, ...values: unknown[]) => db.insertInto("messages").values(filled(values)),
  messageColumns.length,
);

const newMessageWithWords = prepare(
  (db: Kysely<MessagesTables & { messages: { words: string } }>, ...[words, ...values]: unknown[]) =>
    db.insertInto("messages").values({ ...filled(values), words: sql<string>`${words}::tsvector` }),
  messageColumns.length + 1,
);

function filled(values: readonly unknown[]): MessageRow {
  const entries = messageColumns.map((column, index) => [column, values[index]]);
  return Object.fromEntries(entries) as unknown as MessageRow;
}

const newWriter = prepare((db: Kysely<MessagesTables>, author_id: string, channel_id: string) =>
  db
    .insertInto("writers")
    .values({ author_id, channel_id })
    .onConflict((known) => known.doNothing()),
);

const knownWriter = prepare((db: Kysely<MessagesTables>, authorId: string, channelId: string) =>
  db
    .selectFrom("writers")
    .select("channel_id")
    .where("author_id", "=", authorId)
    .where("channel_id", "=", channelId),
).cached();

/** Notes that somebody has written in a channel. One engine remembers that they have; the other is not asked first. */
async function noteWriter(tx: Tx, authorId: string, channelId: string): Promise<void> {
  if (tx.dialect === "sqlite" && (await tx.one(knownWriter, authorId, channelId))) return;
  await tx.all(newWriter, authorId, channelId);
}

export async function insertMessage(tx: Tx, message: NewMessage): Promise<void> {
  const { channel_id, id, author_id, content = null } = message;
  const values = messageColumns.map((column) => message[column] ?? blank[column] ?? null);
  if (tx.dialect === "postgres")
    await tx.all(newMessageWithWords, wordsInPostgres({ channel_id, content }), ...values);
  else await tx.all(newMessage, ...values);
  if (!message.system && !message.webhook) await noteWriter(tx, author_id, channel_id);
  await indexWords(tx, { channel_id, id, content });
}

/** `content`, where it is among the changes, is found by its new words from now on. */
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

/** Those of the messages that are in this channel, whose ids it returns. */
export async function deleteMessages(tx: Tx, channelId: string, ids: readonly string[]): Promise<string[]> {
  const sql = tx.sql<MessagesTables>();
  const rows = sql.deleteFrom("messages").where("channel_id", "=", channelId).where("id", "in", ids);
  return forgetGone(tx, await rows.returning("id").execute());
}

/** As many of a channel's messages as this; returns their ids. */
export async function deleteSomeOfChannel(tx: Tx, channelId: string, limit: number): Promise<string[]> {
  const rows = tx
    .sql<MessagesTables>()
    .deleteFrom("messages")
    .where("channel_id", "=", channelId)
    .where("id", "in", (some) =>
      some.selectFrom("messages").select("id").where("channel_id", "=", channelId).orderBy("id").limit(limit),
    );
  return forgetGone(tx, await rows.returning("id").execute());
}

async function forgetGone(tx: Tx, gone: readonly { readonly id: string }[]): Promise<string[]> {
  const ids = gone.map(({ id }) => id);
  await forgetWords(tx, ids);
  return ids;
}
