import type { Reader } from "../../../declare/tx.ts";
import type { User } from "../model.ts";
import { hide, knownView, selfView } from "../rules/views.ts";
import { listEffectiveRelations, listRelations } from "../store/relations.ts";
import type { UserRow } from "../tables.ts";

/** Views of users whom the viewer shares a server or conversation with, in the given order. */
export async function viewKnownUsers(
  db: Reader,
  viewerId: string,
  users: readonly UserRow[],
): Promise<User[]> {
  const relations = await listEffectiveRelations(db, viewerId, await listRelations(db, viewerId));
  return users.map((user) =>
    user.id === viewerId
      ? selfView(user, [], db.services)
      : knownView(user, relations.get(user.id) ?? "None", db.services),
  );
}

/**
 * The same where the viewer shares a place only with the users in `met`; the status of the others is visible only to
 * friends.
 */
export async function viewMetUsers(
  db: Reader,
  viewerId: string,
  { users, met }: { users: readonly UserRow[]; met: readonly string[] },
): Promise<User[]> {
  const visible = new Set([viewerId, ...met]);
  const views = await viewKnownUsers(db, viewerId, users);
  return views.map((user) => (visible.has(user._id) || user.relationship === "Friend" ? user : hide(user)));
}
