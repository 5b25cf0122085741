import type { Tx } from "../../../declare/tx.ts";
import { type AllSessionsDeleted, disableAccount } from "../../accounts/index.ts";
import { UserWiped } from "../events.ts";
import { UserDeleted } from "../hooks.ts";
import { userFlags } from "../model.ts";
import { findConnections } from "../queries.ts";
import { findImportedUser } from "../store/imported-users.ts";
import { deleteRelationsOf } from "../store/relations.ts";
import { updateUser } from "../store/users.ts";
import type { UserRow } from "../tables.ts";

/** Removes a user from the platform and sets the flags of `reason`. */
export async function wipeUser(
  tx: Tx<AllSessionsDeleted | typeof UserWiped>,
  user: UserRow,
  reason: number,
): Promise<void> {
  // Imports bring nobody back who was deleted.
  const gone = (await findImportedUser(tx, user.id)) ? userFlags.deleted : 0;
  const flags = user.flags | reason | gone;
  const { servers } = await findConnections(tx, { userId: user.id });
  await updateUser(tx, user.id, { flags });
  await disableAccount(tx, user.id);
  await deleteRelationsOf(tx, user.id);
  // Before the hook: its listeners delete the memberships and conversations through which clients receive the event.
  tx.emit(UserWiped, { user_id: user.id, flags }, { servers });
  await tx.raise(UserDeleted, { userId: user.id });
}
