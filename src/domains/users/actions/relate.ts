import type { UserCaller } from "../../../declare/route.ts";
import type { Tx } from "../../../declare/tx.ts";
import type { Relation } from "../../../declare/view-change.ts";
import { RelationshipChanged, UserUpdated } from "../events.ts";
import type { User } from "../model.ts";
import type { Pair } from "../rules/relationships.ts";
import { knownView } from "../rules/views.ts";
import { wholeUpdate } from "../rules/whole-update.ts";
import { setRelation } from "../store/relations.ts";
import { holdUser, ownUser } from "../store/users.ts";
import type { UserRow } from "../tables.ts";
import { seeUser } from "./see-user.ts";

export type RelationEvents = typeof RelationshipChanged | typeof UserUpdated;

export interface Change {
  readonly caller: UserCaller;
  readonly target: UserRow;
  readonly before: Pair;
  readonly after: Pair;
}

/**
 * Changes how two users stand to each other, on both sides, and tells both: the target first. Answers with the
 * target as the caller sees them now.
 */
export async function relate(
  tx: Tx<RelationEvents>,
  { caller, target, before, after }: Change,
): Promise<User> {
  const self = await ownUser(tx, caller);
  const theirs = { viewer: target, seen: self, before: before.other, after: after.other };
  const ours = { viewer: self, seen: target, before: before.own, after: after.own };
  // Always in the same order: two who act on each other at once would otherwise wait for one another.
  const inOrder = self.id < target.id ? [ours, theirs] : [theirs, ours];
  for (const { viewer, seen, ...side } of inOrder) {
    await holdUser(tx, viewer.id);
    if (side.before === side.after) continue;
    await setRelation(tx, { user_id: viewer.id, other_id: seen.id, status: side.after });
  }
  for (const side of [theirs, ours]) tellSide(tx, side);
  return seeUser(tx, self.id, { target });
}

interface Side {
  readonly viewer: UserRow;
  readonly seen: UserRow;
  readonly before: Relation;
  readonly after: Relation;
}

function tellSide(tx: Tx<RelationEvents>, { viewer, seen, after }: Side): void {
  const user = knownView(seen, after, tx.services);
  tx.emit(RelationshipChanged, { id: viewer.id, user, status: after });
  // Of that event clients read the relationship alone. What they may see changes with it, and what they remember
  // of somebody whom they had lost sight of is old.
  tx.emit(UserUpdated, wholeUpdate(user), { toward: "one", viewer: viewer.id });
}
