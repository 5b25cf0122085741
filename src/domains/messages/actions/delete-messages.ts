import type { Tx } from "../../../store/tx.ts";
import { recordAudit } from "../../audit/index.ts";
import type { ChannelAccess } from "../../channels/index.ts";
import type { ChannelUpdated } from "../../conversations/index.ts";
import { MessageDeleted, MessagesDeleted } from "../events.ts";
import type { MessageAccess } from "./message-target.ts";
import { removeMessages } from "./remove-messages.ts";
import { repairLastMessages } from "./repair-last-messages.ts";

interface Deletion {
  readonly by: string;
  readonly reason: string | undefined;
}

/** Deletes one message. The audit log of a server records it, unless its author deleted it. */
export async function deleteMessage(
  tx: Tx<typeof MessageDeleted | typeof ChannelUpdated>,
  { channel, message }: MessageAccess,
  { by, reason }: Deletion,
): Promise<void> {
  const { id, channel_id, author_id: author } = message;
  await removeMessages(tx, channel_id, [id]);
  tx.emit(MessageDeleted, { id, channel: channel_id });
  await repairLastMessages(tx, [message]);
  if (author === by || channel.channel_type !== "TextChannel") return;
  const action = { type: "MessageDelete", author, channel: channel_id } as const;
  await recordAudit(tx, { server: channel.server, by, target: author, reason, action });
}

/** Deletes those of some messages that are in the channel, and announces the deletion even if none was. */
export async function deleteMessagesInBulk(
  tx: Tx<typeof MessagesDeleted | typeof ChannelUpdated>,
  { channel }: ChannelAccess,
  { ids, by, reason }: Deletion & { readonly ids: readonly string[] },
): Promise<void> {
  const { _id: channelId } = channel;
  await deleteBatch(tx, channelId, [...new Set(ids)]);
  if (channel.channel_type !== "TextChannel") return;
  const action = { type: "MessageBulkDelete", channel: channelId, count: ids.length } as const;
  await recordAudit(tx, { server: channel.server, by, reason, action });
}

/** Deletes messages of a channel and announces them together. */
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
