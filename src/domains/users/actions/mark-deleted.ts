import type { Tx } from "../../../store/tx.ts";
import { RelationshipChanged, type UserUpdated } from "../events.ts";
import { type UserField, userFlags } from "../model.ts";
import { emptyProfile } from "../rules/new-user.ts";
import { changeOfVisibility } from "../rules/user-edit.ts";
import { anonymousView, shownBadges } from "../rules/views.ts";
import { deleteRelationsOf } from "../store/relations.ts";
import { findUser, updateUser } from "../store/users.ts";
import { emitUserUpdate } from "./emit-user-update.ts";
import { releaseReplacedFiles } from "./user-files.ts";

/** Leaves of a user only the id, so that what others wrote still has somebody to point at. */
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
  const told = {
    ...data,
    ...(before.badges !== 0 && { badges: shownBadges(after, tx.services) }),
    ...(before.privileged === 1 && { privileged: false }),
  };
  await emitUserUpdate(tx, { id, data: told, clear, invisible: changeOfVisibility(before, after) });
  // After the rest: whoever is parted from a user hears no more of them.
  const user = anonymousView(after, tx.services);
  for (const other of others)
    tx.emit(RelationshipChanged, { id: other, user, status: "None" }, { regard: "None" });
}
