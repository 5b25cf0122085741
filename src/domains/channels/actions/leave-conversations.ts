import type { Tx } from "../../../declare/tx.ts";
import { ChannelDeleted, GroupLeft } from "../events.ts";
import { ChannelsGone } from "../hooks.ts";
import { pairOf } from "../rules/pair.ts";
import { deleteByPair, leaveGroups, listDirectConversations } from "../store/departures.ts";
import { deleteChannel } from "../store/text-channels.ts";

/** Of somebody who deleted their account, the others keep their conversations, and what they said in them. */
export async function leaveConversations(tx: Tx<typeof GroupLeft>, userId: string): Promise<void> {
  await deleteByPair(tx, pairOf(userId, userId));
  for (const id of await leaveGroups(tx, userId)) tx.emit(GroupLeft, { id, user: userId });
}

/** Of somebody who was wiped nothing is kept. */
export async function wipeConversations(
  tx: Tx<typeof ChannelDeleted | typeof GroupLeft>,
  userId: string,
): Promise<void> {
  // Clients should know what to forget when they are told of the wipe, but not all do.
  const channelIds = await listDirectConversations(tx, userId);
  if (channelIds.length > 0) await tx.raise(ChannelsGone, { channelIds });
  for (const id of channelIds) {
    await deleteChannel(tx, id);
    tx.emit(ChannelDeleted, { id });
  }
  for (const id of await leaveGroups(tx, userId)) tx.emit(GroupLeft, { id, user: userId });
}
