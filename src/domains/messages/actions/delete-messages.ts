import type { Tx } from "../../../declare/tx.ts";
import { isId, timeOfId } from "../../../platform/ids/ids.ts";
import { recordAudit } from "../../audit/index.ts";
import { type ChannelAccess, ChannelUpdated, readTextChannel } from "../../channels/index.ts";
import { releaseFilesOf } from "../../files/index.ts";
import { lockServer } from "../../members/index.ts";
import { MessageDeleted, MessagesDeleted } from "../events.ts";
import { listChannelsWithLastMessage, setLastMessage } from "../store/last-messages.ts";
import { deleteMessages, deleteSomeOfChannel, findLastMessageId } from "../store/messages.ts";
import type { MessageKey } from "../tables.ts";
import type { MessageAccess } from "./message-target.ts";

interface DeletionRequest {
  readonly by: string;
  readonly reason: string | undefined;
}

/** Deletes one message. A server's audit log records it, unless its author deleted it. */
export async function deleteMessage(
  tx: Tx<typeof MessageDeleted | typeof ChannelUpdated>,
  { channel, message }: Pick<MessageAccess, "channel" | "message">,
  { by, reason }: DeletionRequest,
): Promise<void> {
  const { id, channel_id, author_id: author } = message;
  await removeMessages(tx, channel_id, [id]);
  tx.emit(MessageDeleted, { id, channel: channel_id });
  await repairLastMessages(tx, [message]);
  if (author === by || channel.channel_type !== "TextChannel") return;
  const action = { type: "MessageDelete", author, channel: channel_id } as const;
  await recordAudit(tx, { server: channel.server, by, target: author, reason, action });
}

const weekMs = 7 * 24 * 3_600_000;

/** Whether all of these are ids, none of them older than a week. */
export function areRecentIds(ids: readonly string[], now: number): boolean {
  return ids.every((id) => isId(id.toUpperCase()) && timeOfId(id) >= now - weekMs);
}

/** Deletes those of the messages that are in the channel, and announces the deletion even if none is. */
export async function deleteMessagesInBulk(
  tx: Tx<typeof MessagesDeleted | typeof ChannelUpdated>,
  { channel }: ChannelAccess,
  { ids, by, reason }: DeletionRequest & { readonly ids: readonly string[] },
): Promise<void> {
  const { _id: channelId } = channel;
  await deleteBatch(tx, channelId, [...new Set(ids)]);
  if (channel.channel_type !== "TextChannel") return;
  const action = { type: "MessageBulkDelete", channel: channelId, count: ids.length } as const;
  await recordAudit(tx, { server: channel.server, by, reason, action });
}

/** Deletes messages of a channel and announces them in one event. */
export async function deleteBatch(
  tx: Tx<typeof MessagesDeleted | typeof ChannelUpdated>,
  channel_id: string,
  messageIds: readonly string[],
): Promise<void> {
  const ids = await removeMessages(tx, channel_id, messageIds);
  tx.emit(MessagesDeleted, { channel: channel_id, ids });
  await repairLastMessages(
    tx,
    ids.map((id) => ({ channel_id, id })),
  );
}

/** Deletes at most a thousand messages with their files; returns the ids of those that were in the channel. */
export async function removeMessages(tx: Tx, channelId: string, ids: readonly string[]): Promise<string[]> {
  const deleted = new Set(await deleteMessages(tx, channelId, ids));
  await releaseFilesOf(tx, ...deleted);
  return ids.filter((id) => deleted.has(id));
}

/** Deletes up to `limit` messages of a channel with their files; returns how many. */
export async function removeSomeOfChannel(tx: Tx, channelId: string, limit: number): Promise<number> {
  const deleted = await deleteSomeOfChannel(tx, channelId, limit);
  await releaseFilesOf(tx, ...deleted);
  return deleted.length;
}

/** Sets the last message of channels whose last message was deleted. */
export async function repairLastMessages(
  tx: Tx<typeof ChannelUpdated>,
  deleted: readonly MessageKey[],
): Promise<void> {
  const channels = await listChannelsWithLastMessage(tx, deleted);
  const servers = new Set(channels.flatMap(({ server_id }) => server_id ?? []));
  for (const id of [...servers].sort()) await lockServer(tx, id);
  for (const { id, kind, server_id } of channels) {
    const last_message_id = await findLastMessageId(tx, id);
    await setLastMessage(tx, id, last_message_id);
    // Clients know no last message of these.
    if (kind === "SavedMessages") continue;
    const after = server_id === null ? undefined : await readTextChannel(tx, id);
    tx.emit(ChannelUpdated, { id, data: { last_message_id }, clear: [] }, after);
  }
}
