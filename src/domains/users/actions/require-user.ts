import type { AccessContext } from "../../../declare/target.ts";
import type { UserPermission } from "../../../permissions/users.ts";
import { findUser } from "../store/users.ts";
import type { UserRow } from "../tables.ts";
import { holdsUserPermission, permissionsOn } from "./user-access.ts";

/** Loads a user on whom the caller holds a permission; for routes that do not declare `userTarget` yet. */
export async function requireUser(
  { db, caller, fail }: AccessContext,
  id: string,
  permission: UserPermission,
): Promise<{ target: UserRow }> {
  const target = await findUser(db, id);
  if (!target) throw fail("NotFound");
  const access = await permissionsOn(db, caller.userId, target);
  if (!holdsUserPermission(access, permission)) throw fail("MissingPermission", { permission });
  return { target };
}
