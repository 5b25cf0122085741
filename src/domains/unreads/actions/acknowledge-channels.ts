import type { Tx } from "../../../declare/tx.ts";
import { canViewChannel } from "../../../permissions/servers.ts";
import { listBadged, notifyDevices } from "../../accounts/index.ts";
import { ChannelAcknowledged, listServerChannels, overridesOf } from "../../channels/index.ts";
import type { ServerAccess } from "../../members/index.ts";
import { deleteReadMentions } from "../store/unread-mentions.ts";
import { putRead } from "../store/unreads.ts";

/** The last message of a channel that a user has read. */
interface ReadMark {
  readonly channelId: string;
  readonly messageId: string;
}

interface ReaderSession {
  readonly userId: string;
  readonly sessionId?: string | undefined;
}

/** Marks every channel of a server that the user can view as read. */
export async function acknowledgeServer(
  tx: Tx<typeof ChannelAcknowledged>,
  { server, membership }: Pick<ServerAccess, "server" | "membership">,
  reader: ReaderSession,
): Promise<void> {
  const channels = await listServerChannels(tx, server.id);
  const marks = channels
    .filter((channel) => canViewChannel(membership, overridesOf(channel)))
    .flatMap(({ _id: channelId, last_message_id: messageId }) =>
      messageId === undefined ? [] : [{ channelId, messageId }],
    );
  await acknowledgeChannels(tx, reader, marks);
}

/**
 * Stores how far a user has read some channels, and deletes the mentions up to there. The caller has loaded the
 * channels in the same transaction: nothing else prevents read marks of channels that no longer exist.
 */
export async function acknowledgeChannels(
  tx: Tx<typeof ChannelAcknowledged>,
  { userId, sessionId }: ReaderSession,
  marks: readonly ReadMark[],
): Promise<void> {
  if (marks.length === 0) return;
  const rows = marks.map(({ channelId, messageId }) => ({
    user_id: userId,
    channel_id: channelId,
    last_id: messageId,
  }));
  const channelIds = marks.map(({ channelId }) => channelId);
  // At the same time, because PostgreSQL then answers both in one round trip, and in this order.
  await Promise.all([putRead(tx, rows), deleteReadMentions(tx, userId, channelIds)]);
  await lowerBadges(tx, { userId, sessionId });
  for (const { channelId: id, messageId: message_id } of marks)
    tx.emit(ChannelAcknowledged, { id, user: userId, message_id });
}

/** Sends the user's other devices a new badge, if their present one may have become too high. */
async function lowerBadges(tx: Tx, { userId, sessionId }: ReaderSession): Promise<void> {
  const badged = await listBadged(tx, userId);
  await notifyDevices(
    tx,
    badged.filter((id) => id !== sessionId),
    { kind: "badge" },
  );
}
