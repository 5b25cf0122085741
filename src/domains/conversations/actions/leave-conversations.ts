import type { Tx } from "../../../store/tx.ts";
import { ChannelDeleted, type ChannelUpdated, type GroupLeft } from "../events.ts";
import { ChannelsDeleted } from "../hooks.ts";
import { pairOf } from "../rules/pair.ts";
import { deleteChannel } from "../store/channels.ts";
import { findByPair } from "../store/conversations.ts";
import { listDirectConversations } from "../store/departures.ts";
import { listGroupIds, readGroup } from "../store/groups.ts";
import { leaveGroup } from "./leave-group.ts";

type DepartureTx = Tx<typeof ChannelDeleted | typeof ChannelUpdated | typeof GroupLeft>;

/** Of somebody who deleted their account, the others keep their conversations, and what they said in them. */
export async function leaveConversations(tx: DepartureTx, userId: string): Promise<void> {
  const notes = await findByPair(tx, pairOf(userId, userId));
  if (notes) {
    await tx.raise(ChannelsDeleted, { channelIds: [notes._id] });
    await deleteChannel(tx, notes._id);
  }
  await leaveGroups(tx, userId);
}

/** Of somebody who was wiped nothing is kept. */
export async function wipeConversations(tx: DepartureTx, userId: string): Promise<void> {
  // Clients should know what to forget when they are told of the wipe, but not all do.
  const channelIds = await listDirectConversations(tx, userId);
  if (channelIds.length > 0) await tx.raise(ChannelsDeleted, { channelIds });
  for (const id of channelIds) {
    await deleteChannel(tx, id);
    tx.emit(ChannelDeleted, { id });
  }
  await leaveGroups(tx, userId);
}

/** Who goes for good leaves without a word. */
async function leaveGroups(tx: DepartureTx, userId: string): Promise<void> {
  for (const id of await listGroupIds(tx, userId)) await leaveGroup(tx, await readGroup(tx, id), { userId });
}
