import type { Tx } from "../../../declare/tx.ts";
import {
  type Channel,
  type ChannelOpened,
  type Group,
  type GroupJoined,
  type GroupLeft,
  removeFromGroup,
} from "../../channels/index.ts";
import { findRelation, findUser } from "../../users/index.ts";
import { assertRoomForGroup, joinGroup } from "./join-group.ts";

interface RecipientChange {
  readonly userId: string;
  readonly by: string;
}

/** The channel as a group; every other kind of channel has no recipients to change or to list. */
export function assertGroup(tx: Pick<Tx<never, "InvalidOperation">, "fail">, channel: Channel): Group {
  if (channel.channel_type !== "Group") throw tx.fail("InvalidOperation");
  return channel;
}

/** Adds a friend of the caller to a group. */
export async function addRecipient(
  tx: Tx<
    typeof GroupJoined | typeof ChannelOpened,
    "InvalidOperation" | "NotFound" | "NotFriends" | "AlreadyInGroup" | "GroupTooLarge" | "TooManyChannels"
  >,
  channel: Channel,
  { userId, by }: RecipientChange,
): Promise<void> {
  const group = assertGroup(tx, channel);
  const user = await findUser(tx, userId);
  if (!user) throw tx.fail("NotFound");
  if (user.id === by && group.recipients.includes(by)) throw tx.fail("AlreadyInGroup");
  if ((await findRelation(tx, by, user.id)) !== "Friend") throw tx.fail("NotFriends");
  if (!group.recipients.includes(user.id)) await assertRoomForGroup(tx, [user.id]);
  await joinGroup(tx, group, { userId: user.id, by });
}

/**
 * Removes another recipient from a group that the caller owns. The invites that exist do not let them in again: they
 * come back only if a recipient adds them, or creates another invite.
 */
export async function removeRecipient(
  tx: Tx<
    typeof GroupLeft,
    "InvalidOperation" | "MissingPermission" | "NotFound" | "CannotRemoveYourself" | "NotInGroup"
  >,
  channel: Channel,
  { userId, by }: RecipientChange,
): Promise<void> {
  const group = assertGroup(tx, channel);
  if (group.owner !== by) throw tx.fail("MissingPermission", { permission: "ManageChannel" });
  const user = await findUser(tx, userId);
  if (!user) throw tx.fail("NotFound");
  if (user.id === by) throw tx.fail("CannotRemoveYourself");
  if (!group.recipients.includes(user.id)) throw tx.fail("NotInGroup");
  const systemMessage = { type: "user_remove", id: user.id, by } as const;
  await removeFromGroup(tx, group, { userId: user.id, cause: "expelled", systemMessage });
}
