import type { Tx } from "../../../declare/tx.ts";
import type { EffectiveRelation } from "../../../visibility/view-change.ts";
import { RelationshipChanged, UserUpdated } from "../events.ts";
import type { User } from "../model.ts";
import type { RelationshipPair } from "../rules/relationships.ts";
import { hide, isBlockedBy, isBot, knownView } from "../rules/views.ts";
import { wholeUpdate } from "../rules/whole-update.ts";
import { setRelation } from "../store/relations.ts";
import { lockUser, ownUser } from "../store/users.ts";
import type { UserRow } from "../tables.ts";
import { areConnected, permissionsOn } from "./user-access.ts";
import { viewUser } from "./view-user.ts";

export type RelationshipEvents = typeof RelationshipChanged | typeof UserUpdated;

interface RelationshipChange {
  readonly caller: { readonly userId: string };
  readonly target: UserRow;
  readonly before: RelationshipPair;
  readonly after: RelationshipPair;
}

/**
 * Writes both sides of a relationship and emits the change to both users, to the target first. Returns the target as
 * the caller sees them afterwards.
 */
export async function changeRelationship(
  tx: Tx<RelationshipEvents>,
  { caller, target, before, after }: RelationshipChange,
): Promise<User> {
  const self = await ownUser(tx, caller);
  const rows = [
    { user_id: self.id, other_id: target.id, before: before.own, status: after.own },
    { user_id: target.id, other_id: self.id, before: before.other, status: after.other },
  ];
  // Both transactions of two users who act on each other at once lock the rows in the same order: no deadlock.
  for (const row of rows.sort((a, b) => (a.user_id < b.user_id ? -1 : 1))) {
    await lockUser(tx, row.user_id);
    if (row.before !== row.status) await setRelation(tx, row);
  }
  const connected = await areConnected(tx, self.id, target.id);
  const [theirsBefore, theirsAfter] = [effectiveRelation(swap(before)), effectiveRelation(swap(after))];
  emitSide(tx, { viewer: target, other: self, before: theirsBefore, after: theirsAfter }, connected);
  const [oursBefore, oursAfter] = [effectiveRelation(before), effectiveRelation(after)];
  emitSide(tx, { viewer: self, other: target, before: oursBefore, after: oursAfter }, connected);
  return viewUser(tx, self.id, await permissionsOn(tx, self.id, target));
}

interface RelationshipSide {
  readonly viewer: UserRow;
  readonly other: UserRow;
  readonly before: EffectiveRelation;
  readonly after: EffectiveRelation;
}

function emitSide(
  tx: Tx<RelationshipEvents>,
  { viewer, other, before, after }: RelationshipSide,
  connected: boolean,
): void {
  const [wasApart, isApart] = [areApart(before, connected), areApart(after, connected)];
  const known = knownView(other, after, tx.services);
  const user = isApart && !isBot(other) ? hide(known) : known;
  // Views of bots carry no relationship: both sides of a block know it only from this status and their own relations.
  const status = after === "BlockedBoth" ? "Blocked" : after;
  tx.emit(RelationshipChanged, { id: viewer.id, user, status }, { relation: after });
  // Clients read only the relationship of that event. Their copy of a stranger may be old, and a copy from the time of
  // a friend request lacks the status, so these get the whole user.
  const couldSee = !wasApart && !isBlockedBy(before);
  const canSee = !isApart && !isBlockedBy(after);
  if (couldSee !== canSee || wasApart || isPending(before) || after === "Friend")
    tx.emit(UserUpdated, wholeUpdate(user), { toward: "one", viewer: viewer.id });
}

/**
 * Whether two users are strangers to each other: without a server or conversation in common, and at most with a
 * pending friend request, which would otherwise be a way to watch the presence of any user.
 */
function areApart(relation: EffectiveRelation, connected: boolean): boolean {
  return !connected && (relation === "None" || isPending(relation));
}

function isPending(relation: EffectiveRelation): boolean {
  return relation === "Incoming" || relation === "Outgoing";
}

function effectiveRelation({ own, other }: RelationshipPair): EffectiveRelation {
  return own === "Blocked" && other === "Blocked" ? "BlockedBoth" : own;
}

const swap = ({ own, other }: RelationshipPair): RelationshipPair => ({ own: other, other: own });
