import type { Kysely } from "kysely";
import { resource } from "../../../declare/resource.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { atOnce } from "../../../platform/concurrency/maybe-promise.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { MessagesTables } from "../tables.ts";
import { type IndexedMessage, indexWords } from "./words.ts";

/**
 * The channels whose newest messages SQLite's search index lacks: all from the first one on. The row is written in the
 * transaction of that message, so that a crash loses no word.
 */
interface UnindexedTables {
  unindexed_messages: { channel_id: string; first_id: string };
}

/** FTS5 takes a fraction of the time for each message if it adds many at once. */
const batchSize = 500;

/** Counts the messages since the last batch. It only decides when the next one is due. */
export const indexedLater = resource({ name: "messages indexed later", open: () => ({ count: 0 }) });

const unindexedOfChannel = prepare((db: Kysely<UnindexedTables>, channelId: string) =>
  db.selectFrom("unindexed_messages").selectAll().where("channel_id", "=", channelId),
).cached();

const unindexedChannels = prepare((db: Kysely<UnindexedTables>) =>
  db.selectFrom("unindexed_messages").select("channel_id"),
);

/** By id: FTS5 writes out a segment of its index whenever a message is older than the one before it. */
const unindexedMessages = prepare((db: Kysely<UnindexedTables & MessagesTables>) =>
  db
    .selectFrom("unindexed_messages as unindexed")
    // For SQLite, a cross join also says in which order the tables are read.
    .crossJoin("messages")
    .whereRef("messages.channel_id", "=", "unindexed.channel_id")
    .whereRef("messages.id", ">=", "unindexed.first_id")
    .select(["messages.channel_id", "messages.id", "messages.content"])
    .orderBy("messages.id"),
);

const deleteAllUnindexed = prepare((db: Kysely<UnindexedTables>) => db.deleteFrom("unindexed_messages"));

const setUnindexed = prepare((db: Kysely<UnindexedTables>, channel_id: string, first_id: string) =>
  db.replaceInto("unindexed_messages").values({ channel_id, first_id }),
);

const deleteUnindexed = prepare((db: Kysely<UnindexedTables>, channelId: string) =>
  db.deleteFrom("unindexed_messages").where("channel_id", "=", channelId),
);

const messagesFrom = prepare((db: Kysely<MessagesTables>, channelId: string, firstId: string) =>
  db
    .selectFrom("messages")
    .select(["channel_id", "id", "content"])
    .where("channel_id", "=", channelId)
    .where("id", ">=", firstId)
    .orderBy("id"),
);

/** Has new messages indexed with later ones, or by the first search in their channel. On SQLite only. */
export async function indexLater(tx: Tx, messages: readonly IndexedMessage[]): Promise<void> {
  const waiting = tx.services.resources.get(indexedLater);
  for (const { channel_id, id, content } of messages) {
    if (!content) continue;
    waiting.count += 1;
    const unindexed = atOnce(tx.one(unindexedOfChannel, channel_id));
    if (!unindexed || unindexed.first_id > id) tx.all(setUnindexed, channel_id, id);
  }
  if (waiting.count < batchSize) return;
  waiting.count = 0;
  await indexAll(tx);
}

async function indexAll(tx: Tx): Promise<void> {
  for (const message of await tx.all(unindexedMessages)) indexWords(tx, message);
  await tx.all(deleteAllUnindexed);
}

/** Whether messages of the channel are not in the index yet. */
export async function hasUnindexed(db: Reader, channelId: string): Promise<boolean> {
  return db.dialect === "sqlite" && (await db.one(unindexedOfChannel, channelId)) !== undefined;
}

/** Those of the channels of which messages are not in the index yet. */
export async function listUnindexed(db: Reader, channelIds: ReadonlySet<string>): Promise<string[]> {
  if (db.dialect === "postgres") return [];
  const unindexed = await db.all(unindexedChannels);
  return unindexed.flatMap(({ channel_id }) => (channelIds.has(channel_id) ? [channel_id] : []));
}

/** Adds the messages that the index lacks, as they are now: some may have been edited or deleted since. */
export async function indexChannel(tx: Tx, channelId: string): Promise<void> {
  const unindexed = await tx.one(unindexedOfChannel, channelId);
  if (!unindexed) return;
  for (const message of await tx.all(messagesFrom, channelId, unindexed.first_id)) indexWords(tx, message);
  await tx.all(deleteUnindexed, channelId);
}
