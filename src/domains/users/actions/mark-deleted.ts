import type { Tx } from "../../../declare/tx.ts";
import type { File } from "../../../protocol/file.ts";
import { releaseFile } from "../../files/index.ts";
import { RelationshipChanged, type UserUpdated } from "../events.ts";
import { type UserField, userFlags } from "../model.ts";
import { emptyProfile } from "../rules/new-user.ts";
import { changeOfVisibility } from "../rules/user-edit.ts";
import { anonymousView, shownBadges } from "../rules/views.ts";
import { deleteRelationsOf } from "../store/relations.ts";
import { findUser, updateUser } from "../store/users.ts";
import type { UserRow } from "../tables.ts";
import { emitUserUpdate } from "./emit-user-update.ts";

/** Empties a user. The row stays, because messages and other rows refer to its id. */
export async function markDeleted(
  tx: Tx<typeof UserUpdated | typeof RelationshipChanged>,
  id: string,
): Promise<void> {
  const before = await findUser(tx, id);
  if (!before) return;
  const data = { username: `Deleted User ${id}`, discriminator: "0000", flags: userFlags.deleted };
  const after = { ...before, ...emptyProfile, ...data, username_key: data.username.toLowerCase() };
  await updateUser(tx, id, after);
  await releaseReplacedFiles(tx, before, after);
  const others = await deleteRelationsOf(tx, id);
  const clear: UserField[] = [
    "Avatar",
    "StatusText",
    "StatusPresence",
    "ProfileContent",
    "ProfileBackground",
    "Internal",
    ...(before.display_name === null ? [] : (["DisplayName"] as const)),
    ...(before.pronouns === null ? [] : (["Pronouns"] as const)),
  ];
  const update = {
    ...data,
    ...(before.badges !== 0 && { badges: shownBadges(after, tx.services) }),
    ...(before.privileged === 1 && { privileged: false }),
  };
  await emitUserUpdate(tx, { id, data: update, clear, invisible: changeOfVisibility(before, after) });
  // After the update: a user without a relation to this one no longer receives its updates.
  const user = anonymousView(after, tx.services);
  for (const other of others)
    tx.emit(RelationshipChanged, { id: other, user, status: "None" }, { relation: "None" });
}

/** Releases the avatar and the background that a change replaces. */
export async function releaseReplacedFiles(
  tx: Tx,
  before: UserRow,
  changes: Partial<UserRow>,
): Promise<void> {
  for (const column of ["avatar", "profile_background"] as const) {
    const old = before[column];
    if (old !== null && column in changes) await releaseFile(tx, (JSON.parse(old) as File)._id);
  }
}
