import type { Tx } from "../../../declare/tx.ts";
import { ChannelDeleted, type ChannelUpdated, type GroupLeft } from "../events.ts";
import { ChannelsDeleted } from "../hooks.ts";
import { pairOf } from "../rules/conversation.ts";
import { deleteChannel } from "../store/channels.ts";
import { findByPair, listDirectConversations } from "../store/conversations.ts";
import { listGroupIds, lockConversation, readGroup } from "../store/groups.ts";
import { leaveGroup } from "./leave-group.ts";

type DepartureTx = Tx<typeof ChannelDeleted | typeof ChannelUpdated | typeof GroupLeft>;

/** For a deleted account: the other recipients keep their direct messages with the user, and what is in them. */
export async function leaveConversations(tx: DepartureTx, userId: string): Promise<void> {
  const saved = await findByPair(tx, pairOf(userId, userId));
  if (saved) {
    await lockConversation(tx, saved._id);
    await tx.raise(ChannelsDeleted, { channelIds: [saved._id] });
    await deleteChannel(tx, saved._id);
  }
  await leaveGroups(tx, userId);
}

/** For a wiped user: the direct messages with the user are deleted for both sides. */
export async function wipeConversations(tx: DepartureTx, userId: string): Promise<void> {
  const channelIds = await listDirectConversations(tx, userId);
  for (const id of channelIds) await lockConversation(tx, id);
  if (channelIds.length > 0) await tx.raise(ChannelsDeleted, { channelIds });
  for (const id of channelIds) {
    await deleteChannel(tx, id);
    // Clients should drop them when they learn of the wipe, but not all do.
    tx.emit(ChannelDeleted, { id });
  }
  await leaveGroups(tx, userId);
}

/** Posts no system messages. */
async function leaveGroups(tx: DepartureTx, userId: string): Promise<void> {
  for (const id of await listGroupIds(tx, userId)) await leaveGroup(tx, await readGroup(tx, id), { userId });
}
