import type { Reader } from "../../../store/tx.ts";
import type { User } from "../model.ts";
import { hide, knownView, selfView } from "../rules/views.ts";
import { listEffectiveRelations, listRelations } from "../store/relations.ts";
import type { UserRow } from "../tables.ts";

/** Any number of users, in their order, as somebody sees them who meets them somewhere. */
export async function viewKnownUsers(
  db: Reader,
  viewerId: string,
  users: readonly UserRow[],
): Promise<User[]> {
  const regards = await listEffectiveRelations(db, viewerId, await listRelations(db, viewerId));
  return users.map((user) =>
    user.id === viewerId
      ? selfView(user, [], db.services)
      : knownView(user, regards.get(user.id) ?? "None", db.services),
  );
}

/** The same where the viewer meets only some of them: whether the others are there is for their friends to know. */
export async function viewMetUsers(
  db: Reader,
  viewerId: string,
  { users, met }: { users: readonly UserRow[]; met: readonly string[] },
): Promise<User[]> {
  const open = new Set([viewerId, ...met]);
  const seen = await viewKnownUsers(db, viewerId, users);
  return seen.map((user) => (open.has(user._id) || user.relationship === "Friend" ? user : hide(user)));
}
