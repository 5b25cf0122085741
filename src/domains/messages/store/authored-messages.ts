import type { Reader, Tx } from "../../../declare/tx.ts";
import type { ChannelsTables } from "../../channels/index.ts";
import type { MessagesTables } from "../tables.ts";

/** A selection of the messages of an author: by default all of them. */
export interface AuthoredMessages {
  readonly authorId: string;
  /** Only in channels of this server. */
  readonly serverId?: string | undefined;
  /** The id of the first message, or its beginning. */
  readonly from?: string | undefined;
  /** Only messages with a smaller id. */
  readonly before?: string | undefined;
  /** None is left in channels before this one, nor in this channel from this message on. */
  readonly reached?: { readonly channelId: string; readonly id?: string | undefined } | undefined;
}

/** For an author of whom the channel has no message left. */
export async function deleteWriter(tx: Tx, author_id: string, channel_id: string): Promise<void> {
  const rows = tx.sql<MessagesTables>().deleteFrom("writers");
  await rows.where("author_id", "=", author_id).where("channel_id", "=", channel_id).execute();
}

export async function countWrittenChannels(db: Reader, authorId: string): Promise<number> {
  const writers = db.sql<MessagesTables>().selectFrom("writers").where("author_id", "=", authorId);
  const { count } = await writers.select(({ fn }) => fn.countAll().as("count")).executeTakeFirstOrThrow();
  return Number(count);
}

/** Ids of the channels in which an author may have messages. */
export async function listWrittenChannels(db: Reader, authorId: string): Promise<string[]> {
  const writers = db.sql<MessagesTables>().selectFrom("writers").where("author_id", "=", authorId);
  return (await writers.select("channel_id").execute()).map(({ channel_id }) => channel_id);
}

/** Deletes up to `limit` writers of a deleted channel; returns how many. */
export async function deleteSomeWriters(tx: Tx, channelId: string, limit: number): Promise<number> {
  const sql = tx.sql<MessagesTables>();
  const some = sql.selectFrom("writers").select("author_id").where("channel_id", "=", channelId).limit(limit);
  const rows = sql.deleteFrom("writers").where("channel_id", "=", channelId).where("author_id", "in", some);
  return (await rows.returning("author_id").execute()).length;
}

/** The first channel that may have messages of the selection left. */
export async function findAuthoredChannel(
  db: Reader,
  { authorId, serverId, reached }: AuthoredMessages,
): Promise<string | undefined> {
  let query = db
    .sql<MessagesTables & ChannelsTables>()
    .selectFrom("writers")
    .select("channel_id")
    .where("author_id", "=", authorId)
    .where("channel_id", ">=", reached?.channelId ?? "");
  if (serverId !== undefined)
    query = query.where("channel_id", "in", (channels) =>
      channels.selectFrom("channels").select("channels.id").where("server_id", "=", serverId),
    );
  return (await query.orderBy("channel_id").limit(1).executeTakeFirst())?.channel_id;
}

/** How many messages one transaction reads, and how many of them it deletes. */
interface BatchLimits {
  readonly scan: number;
  readonly delete: number;
}

/** The newest messages of the selection in a channel, and the id to continue before; undefined at its end. */
export async function listAuthoredMessages(
  db: Reader,
  { authorId, from, before, reached, channelId }: AuthoredMessages & { readonly channelId: string },
  batch: BatchLimits,
): Promise<{ ids: string[]; next: string | undefined }> {
  let messages = db.sql<MessagesTables>().selectFrom("messages").where("channel_id", "=", channelId);
  if (from !== undefined) messages = messages.where("id", ">=", from);
  if (before !== undefined) messages = messages.where("id", "<", before);
  if (reached?.channelId === channelId && reached.id !== undefined)
    messages = messages.where("id", "<", reached.id);
  messages = messages.orderBy("id", "desc");
  const last = await messages
    .select("id")
    .offset(batch.scan - 1)
    .limit(1)
    .executeTakeFirst();
  if (last) messages = messages.where("id", ">=", last.id);
  const rows = await messages.select("id").where("author_id", "=", authorId).limit(batch.delete).execute();
  const ids = rows.map(({ id }) => id);
  return { ids, next: ids.length === batch.delete ? ids.at(-1) : last?.id };
}
