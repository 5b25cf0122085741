import type { UserCaller } from "../../../declare/route.ts";
import type { EffectiveRelation } from "../../../protocol/view-change.ts";
import type { Tx } from "../../../store/tx.ts";
import { RelationshipChanged, UserUpdated } from "../events.ts";
import type { User } from "../model.ts";
import type { RelationshipPair } from "../rules/relationships.ts";
import { anonymousView, isBlockedBy, knownView } from "../rules/views.ts";
import { wholeUpdate } from "../rules/whole-update.ts";
import { setRelation } from "../store/relations.ts";
import { lockUser, ownUser } from "../store/users.ts";
import type { UserRow } from "../tables.ts";
import { doMeet } from "./permissions-on.ts";
import { viewUser } from "./view-user.ts";

export type RelationEvents = typeof RelationshipChanged | typeof UserUpdated;

export interface RelationshipChange {
  readonly caller: UserCaller;
  readonly target: UserRow;
  readonly before: RelationshipPair;
  readonly after: RelationshipPair;
}

/**
 * Changes how two users stand to each other, on both sides, and tells both: the target first. Answers with the
 * target as the caller sees them now.
 */
export async function relate(
  tx: Tx<RelationEvents>,
  { caller, target, before, after }: RelationshipChange,
): Promise<User> {
  const self = await ownUser(tx, caller);
  const theirs = { viewer: target, seen: self, before: regardOf(flip(before)), after: regardOf(flip(after)) };
  const ours = { viewer: self, seen: target, before: regardOf(before), after: regardOf(after) };
  // Always in the same order: two who act on each other at once would otherwise wait for one another.
  const written = [
    { user_id: self.id, other_id: target.id, before: before.own, status: after.own },
    { user_id: target.id, other_id: self.id, before: before.other, status: after.other },
  ].sort((a, b) => (a.user_id < b.user_id ? -1 : 1));
  for (const side of written) {
    await lockUser(tx, side.user_id);
    if (side.before !== side.status) await setRelation(tx, side);
  }
  const meet = await doMeet(tx, self.id, target.id);
  for (const side of [theirs, ours]) tellSide(tx, side, meet);
  return viewUser(tx, self.id, { target });
}

interface Side {
  readonly viewer: UserRow;
  readonly seen: UserRow;
  readonly before: EffectiveRelation;
  readonly after: EffectiveRelation;
}

/** `meet`: they share a place, and so see each other also without any relation. */
function tellSide(tx: Tx<RelationEvents>, { viewer, seen, before, after }: Side, meet: boolean): void {
  const [couldSee, canSee] = [seesStatus(before, meet), seesStatus(after, meet)];
  const user =
    canSee || after !== "None" ? knownView(seen, after, tx.services) : anonymousView(seen, tx.services);
  // Of bots the view never tells: who blocks one, or is blocked, knows it from here and their own relations.
  const status = after === "BlockedBoth" ? "Blocked" : after;
  tx.emit(RelationshipChanged, { id: viewer.id, user, status }, { regard: after });
  // Of that event clients read the relationship alone. What they remember of a stranger may be old, and what they
  // fetched of somebody who was no friend yet lacks the status.
  const wasStranger = before === "None" && !meet;
  if (couldSee !== canSee || wasStranger || after === "Friend")
    tx.emit(UserUpdated, wholeUpdate(user), { toward: "one", viewer: viewer.id });
}

function seesStatus(regard: EffectiveRelation, meet: boolean): boolean {
  return regard === "None" ? meet : !isBlockedBy(regard);
}

function regardOf({ own, other }: RelationshipPair): EffectiveRelation {
  return own === "Blocked" && other === "Blocked" ? "BlockedBoth" : own;
}

const flip = ({ own, other }: RelationshipPair) => ({ own: other, other: own }) as RelationshipPair;
