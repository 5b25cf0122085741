import type { UserCaller } from "../../../declare/route.ts";
import type { Tx } from "../../../declare/tx.ts";
import { limitTier, notifyUsers } from "../../accounts/index.ts";
import type { User } from "../model.ts";
import { isRemoved } from "../rules/flags.ts";
import { takeStep } from "../rules/relationships.ts";
import { splitFullName } from "../rules/username.ts";
import { isBot } from "../rules/views.ts";
import { countOutgoing, findPair } from "../store/relations.ts";
import { findUser, findUserByName } from "../store/users.ts";
import type { UserRow } from "../tables.ts";
import { changeRelationship, type RelationshipEvents } from "./change-relationship.ts";

export const friendRequestErrors = [
  "NotFound",
  "IsBot",
  "NoEffect",
  "AlreadySentRequest",
  "AlreadyFriends",
  "Blocked",
  "BlockedByOther",
  "TooManyPendingFriendRequests",
] as const;

type FriendRequestTx<More extends "InvalidProperty" = never> = Tx<
  RelationshipEvents,
  (typeof friendRequestErrors)[number] | More
>;

/** Sends a friend request to the user with a name such as `name#1234`, or accepts theirs. */
export async function addFriendByName(
  tx: FriendRequestTx<"InvalidProperty">,
  caller: UserCaller,
  fullName: string,
): Promise<User> {
  const name = splitFullName(fullName);
  if (!name) throw tx.fail("InvalidProperty");
  return befriend(tx, caller, await findUserByName(tx, name));
}

/** Accepts a user's friend request, or sends them one. */
export async function addFriend(tx: FriendRequestTx, caller: UserCaller, id: string): Promise<User> {
  return befriend(tx, caller, await findTarget(tx, caller, id));
}

export async function befriend(
  tx: FriendRequestTx,
  caller: UserCaller,
  target: UserRow | undefined,
): Promise<User> {
  if (!target || isRemoved(target)) throw tx.fail("NotFound");
  assertNoBots(tx, caller, target);
  if (caller.userId === target.id) throw tx.fail("NoEffect");
  const before = await findPair(tx, caller.userId, target.id);
  const after = takeStep("add", before);
  if (typeof after === "string") throw tx.fail(after);
  if (after.own === "Outgoing") await assertFewPending(tx, caller.userId);
  const user = await changeRelationship(tx, { caller, target, before, after });
  const step = after.own === "Friend" ? "accepted" : "asked";
  const at = tx.services.clock.now();
  await notifyUsers(tx, [target.id], { kind: "friend", from: caller.userId, step, at });
  return user;
}

type RelationshipTx<More extends "IsBot" = never> = Tx<RelationshipEvents, "NotFound" | "NoEffect" | More>;

/** Removes a friend, rejects a friend request, or withdraws one. */
export async function removeFriend(
  tx: RelationshipTx<"IsBot">,
  caller: UserCaller,
  id: string,
): Promise<User> {
  const target = await findTarget(tx, caller, id);
  assertNoBots(tx, caller, target);
  return takeAction(tx, "remove", { caller, target });
}

export async function blockUser(tx: RelationshipTx, caller: UserCaller, id: string): Promise<User> {
  return takeAction(tx, "block", { caller, target: await findTarget(tx, caller, id) });
}

export async function unblockUser(tx: RelationshipTx, caller: UserCaller, id: string): Promise<User> {
  return takeAction(tx, "unblock", { caller, target: await findTarget(tx, caller, id) });
}

async function takeAction(
  tx: RelationshipTx,
  action: "remove" | "block" | "unblock",
  { caller, target }: { caller: UserCaller; target: UserRow },
): Promise<User> {
  if (caller.userId === target.id) throw tx.fail("NoEffect");
  const before = await findPair(tx, caller.userId, target.id);
  const after = takeStep(action, before);
  if (typeof after === "string") throw tx.fail(after);
  return changeRelationship(tx, { caller, target, before, after });
}

async function findTarget(tx: Tx<never, "NotFound">, caller: UserCaller, id: string): Promise<UserRow> {
  const user = await findUser(tx, id === "@me" ? caller.userId : id);
  if (!user) throw tx.fail("NotFound");
  return user;
}

/** Bots can block and be blocked, but have no friends. */
function assertNoBots(tx: Tx<never, "IsBot">, caller: UserCaller, target: UserRow): void {
  if (caller.bot || isBot(target)) throw tx.fail("IsBot");
}

async function assertFewPending(
  tx: Tx<never, "TooManyPendingFriendRequests">,
  userId: string,
): Promise<void> {
  const { clock, config } = tx.services;
  const max = limitTier(userId, clock.now(), config).outgoing_friend_requests;
  if ((await countOutgoing(tx, userId)) >= max) throw tx.fail("TooManyPendingFriendRequests", { max });
}
