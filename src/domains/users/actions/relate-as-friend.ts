import type { UserCaller } from "../../../declare/route.ts";
import type { Tx } from "../../../store/tx.ts";
import { limitTier } from "../../accounts/index.ts";
import { FriendshipChanged } from "../hooks.ts";
import type { User } from "../model.ts";
import { isBot } from "../rules/is-bot.ts";
import { isGone } from "../rules/is-gone.ts";
import { takeStep } from "../rules/relationships.ts";
import { countOutgoing, findPair } from "../store/relations.ts";
import type { UserRow } from "../tables.ts";
import { type RelationEvents, relate } from "./relate.ts";

/** How asking somebody can fail. */
export const befriendErrors = [
  "NotFound",
  "IsBot",
  "NoEffect",
  "AlreadySentRequest",
  "AlreadyFriends",
  "Blocked",
  "BlockedByOther",
  "TooManyPendingFriendRequests",
] as const;

/** Asks somebody to be friends, or says yes to being asked. */
export async function befriend(
  tx: Tx<RelationEvents, (typeof befriendErrors)[number]>,
  caller: UserCaller,
  target: UserRow | undefined,
): Promise<User> {
  if (!target || isGone(target)) throw tx.fail("NotFound");
  assertPeople(tx, caller, target);
  if (caller.userId === target.id) throw tx.fail("NoEffect");
  const before = await findPair(tx, caller.userId, target.id);
  const after = takeStep("add", before);
  if (typeof after === "string") throw tx.fail(after);
  if (after.own === "Outgoing") await assertFewPending(tx, caller.userId);
  const seen = await relate(tx, { caller, target, before, after });
  const step = after.own === "Friend" ? "accepted" : "asked";
  await tx.raise(FriendshipChanged, { from: caller.userId, to: target.id, step });
  return seen;
}

/** Friendship is for people; bots block and are blocked, no more. */
export function assertPeople(tx: Tx<never, "IsBot">, caller: UserCaller, target: UserRow): void {
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
