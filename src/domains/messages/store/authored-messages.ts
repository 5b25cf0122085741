import type { Reader, Tx } from "../../../store/tx.ts";
import type { ChannelsTables } from "../../conversations/index.ts";
import type { MessageRow, MessagesTables } from "../tables.ts";

/** What somebody wrote: everywhere and ever, or less. */
export interface AuthoredMessages {
  readonly authorId: string;
  /** In the channels of this server alone. */
  readonly serverId?: string | undefined;
  /** An id, or the beginning of one; this and what came after. */
  readonly from?: string | undefined;
  /** An id; what came before it. */
  readonly before?: string | undefined;
  /** Nothing is left in the channels before this one, nor in it from this message on. */
  readonly reached?: { readonly channelId: string; readonly id?: string | undefined } | undefined;
}

export type MessageKey = Pick<MessageRow, "channel_id" | "id">;

/** Nothing is left of this author in this channel. */
export async function deleteWriter(tx: Tx, author_id: string, channel_id: string): Promise<void> {
  const rows = tx.sql<MessagesTables>().deleteFrom("writers");
  await rows.where("author_id", "=", author_id).where("channel_id", "=", channel_id).execute();
}

/** Of a channel that is gone. */
export async function deleteSomeWriters(tx: Tx, channelId: string, limit: number): Promise<number> {
  const sql = tx.sql<MessagesTables>();
  const some = sql.selectFrom("writers").select("author_id").where("channel_id", "=", channelId).limit(limit);
  const rows = sql.deleteFrom("writers").where("channel_id", "=", channelId).where("author_id", "in", some);
  return (await rows.returning("author_id").execute()).length;
}

/** The first channel in which there may be something of it, from the one on where it is to go on. */
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

/** How many messages are looked at in one go, and how many of them are taken. */
export interface BatchLimits {
  readonly look: number;
  readonly take: number;
}

/** The newest of what the author wrote in this channel, and where to look on; undefined if there is no more. */
export async function listAuthoredMessages(
  db: Reader,
  { authorId, from, before, reached, channelId }: AuthoredMessages & { readonly channelId: string },
  pace: BatchLimits,
): Promise<{ ids: string[]; next: string | undefined }> {
  let messages = db.sql<MessagesTables>().selectFrom("messages").where("channel_id", "=", channelId);
  if (from !== undefined) messages = messages.where("id", ">=", from);
  if (before !== undefined) messages = messages.where("id", "<", before);
  if (reached?.channelId === channelId && reached.id !== undefined)
    messages = messages.where("id", "<", reached.id);
  messages = messages.orderBy("id", "desc");
  const last = await messages
    .select("id")
    .offset(pace.look - 1)
    .limit(1)
    .executeTakeFirst();
  if (last) messages = messages.where("id", ">=", last.id);
  const rows = await messages.select("id").where("author_id", "=", authorId).limit(pace.take).execute();
  const ids = rows.map(({ id }) => id);
  return { ids, next: ids.length === pace.take ? ids.at(-1) : last?.id };
}
