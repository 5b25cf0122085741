import type { Tx } from "../../../declare/tx.ts";
import {
  ChannelDeleted,
  ChannelsDeleted,
  type ChannelUpdated,
  deleteChannelRow,
  type GroupLeft,
  leaveGroup,
  lockConversation,
  readGroup,
} from "../../channels/index.ts";
import { pairOf } from "../rules/conversation.ts";
import { findByPair, listDirectConversations } from "../store/conversations.ts";
import { listGroupIds } from "../store/groups.ts";

type DepartureTx = Tx<typeof ChannelDeleted | typeof ChannelUpdated | typeof GroupLeft>;

/** For a deleted account: the other recipients keep their direct messages with the user, including their content. */
export async function leaveConversations(tx: DepartureTx, userId: string): Promise<void> {
  const saved = await findByPair(tx, pairOf(userId, userId));
  if (saved) {
    await lockConversation(tx, saved._id);
    await tx.raise(ChannelsDeleted, { channelIds: [saved._id] });
    await deleteChannelRow(tx, saved._id);
  }
  await leaveGroups(tx, userId);
}

/** So many are deleted at once: a user may have thousands, and each statement costs more than what it does. */
const deletedAtOnce = 500;

/** For a wiped user: the direct messages with the user are deleted for both sides. */
export async function wipeConversations(tx: DepartureTx, userId: string): Promise<void> {
  const all = await listDirectConversations(tx, userId);
  for (let at = 0; at < all.length; at += deletedAtOnce) {
    const channelIds = all.slice(at, at + deletedAtOnce);
    await lockConversation(tx, ...channelIds);
    await tx.raise(ChannelsDeleted, { channelIds });
    await deleteChannelRow(tx, ...channelIds);
    // Clients should drop them when they learn of the wipe, but not all do.
    for (const id of channelIds) tx.emit(ChannelDeleted, { id });
  }
  await leaveGroups(tx, userId);
}

/** Posts no system messages. */
async function leaveGroups(tx: DepartureTx, userId: string): Promise<void> {
  for (const id of await listGroupIds(tx, userId)) await leaveGroup(tx, await readGroup(tx, id), { userId });
}
