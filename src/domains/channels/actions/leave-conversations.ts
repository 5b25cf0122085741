import type { Tx } from "../../../declare/tx.ts";
import { ChannelDeleted, GroupLeft } from "../events.ts";
import { pairOf } from "../rules/pair.ts";
import { deleteByPair, deleteDirectConversations, leaveGroups } from "../store/departures.ts";

/** Of somebody who deleted their account, the others keep what was said between them. */
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
  for (const id of await deleteDirectConversations(tx, userId)) tx.emit(ChannelDeleted, { id });
  for (const id of await leaveGroups(tx, userId)) tx.emit(GroupLeft, { id, user: userId });
}
