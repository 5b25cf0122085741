import type { Services } from "../../../declare/services.ts";
import type { Tx } from "../../../declare/tx.ts";
import type { Relation } from "../../../declare/view-change.ts";
import { RelationshipChanged, UserUpdated } from "../events.ts";
import type { PartialUser, UserField } from "../model.ts";
import type { Pair } from "../rules/relationships.ts";
import { isOnline, knownView, shownStatus } from "../rules/views.ts";
import { setRelation } from "../store/relations.ts";
import type { UserRow } from "../tables.ts";

export type RelationEvents = typeof RelationshipChanged | typeof UserUpdated;

export interface Change {
  readonly caller: UserRow;
  readonly target: UserRow;
  readonly before: Pair;
  readonly after: Pair;
}

/** Changes how two users stand to each other, on both sides, and tells both: the target first. */
export async function relate(
  tx: Tx<RelationEvents>,
  { caller, target, before, after }: Change,
): Promise<void> {
  const theirs = { viewer: target, seen: caller, before: before.other, after: after.other };
  const ours = { viewer: caller, seen: target, before: before.own, after: after.own };
  // Always in the same order: two who act on each other at once would otherwise wait for one another.
  const inOrder = caller.id < target.id ? [ours, theirs] : [theirs, ours];
  for (const { viewer, seen, ...side } of inOrder) {
    if (side.before === side.after) continue;
    await setRelation(tx, { user_id: viewer.id, other_id: seen.id, status: side.after });
  }
  for (const side of [theirs, ours]) tellSide(tx, side);
}

interface Side {
  readonly viewer: UserRow;
  readonly seen: UserRow;
  readonly before: Relation;
  readonly after: Relation;
}

function tellSide(tx: Tx<RelationEvents>, { viewer, seen, before, after }: Side): void {
  const user = knownView(seen, after, tx.services);
  tx.emit(RelationshipChanged, { id: viewer.id, user, status: after });
  const [couldSee, canSee] = [before !== "BlockedOther", after !== "BlockedOther"];
  if (couldSee === canSee) return;
  // Of the other event clients read the relationship alone; this is what makes them forget, or show it again.
  const update = canSee ? showPresence(seen, tx.services) : hidePresence;
  tx.emit(UserUpdated, { id: seen.id, ...update, event_id: null }, { toward: "one", viewer: viewer.id });
}

type Update = { data: PartialUser; clear: UserField[] };

const hidePresence: Update = { data: { online: false }, clear: ["StatusText", "StatusPresence"] };

function showPresence(row: UserRow, services: Services): Update {
  const status = shownStatus(row);
  return {
    data: { online: isOnline(row, services), ...(Object.keys(status).length > 0 && { status }) },
    clear: [],
  };
}
