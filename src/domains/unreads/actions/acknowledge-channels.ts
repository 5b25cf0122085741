import type { Tx } from "../../../store/tx.ts";
import { ChannelAcknowledged } from "../../conversations/index.ts";
import { ChannelsRead } from "../hooks.ts";
import { deleteReadMentions } from "../store/unread-mentions.ts";
import { putRead } from "../store/unreads.ts";

/** How far a channel was read. */
export interface ReadUpTo {
  readonly channelId: string;
  readonly messageId: string;
}

/**
 * Somebody has read these channels so far, and with them the mentions up to there. Who calls this has seen them
 * in the same transaction: nothing else keeps it from writing about channels that are gone.
 */
export async function acknowledgeChannels(
  tx: Tx<typeof ChannelAcknowledged>,
  { userId, sessionId }: { readonly userId: string; readonly sessionId?: string | undefined },
  read: readonly ReadUpTo[],
): Promise<void> {
  if (read.length === 0) return;
  await putRead(
    tx,
    read.map(({ channelId, messageId }) => ({ user_id: userId, channel_id: channelId, last_id: messageId })),
  );
  const channelIds = read.map(({ channelId }) => channelId);
  await deleteReadMentions(tx, userId, channelIds);
  await tx.raise(ChannelsRead, { userId, sessionId, channelIds });
  for (const { channelId: id, messageId: message_id } of read)
    tx.emit(ChannelAcknowledged, { id, user: userId, message_id });
}
