import { type UserPermission, userPermission } from "../../../permissions/users.ts";
import type { Fail } from "../../../protocol/error.ts";
import type { Reader } from "../../../store/tx.ts";
import { findUser } from "../store/users.ts";
import type { UserRow } from "../tables.ts";
import { permissionsOn, type UserAccess } from "./permissions-on.ts";

interface Looking {
  readonly db: Reader;
  readonly caller: { readonly userId: string };
  readonly fail: Fail<"NotFound" | "MissingPermission">;
}

/** The user of this id, and how the caller stands to them, if that allows what the caller is about to do. */
export async function requireUser(
  { db, caller, fail }: Looking,
  id: string,
  permission: UserPermission,
): Promise<{ target: UserRow; standing: UserAccess }> {
  const target = await findUser(db, id);
  if (!target) throw fail("NotFound");
  const standing = await permissionsOn(db, caller.userId, target);
  if (!(standing.permissions & userPermission[permission])) throw fail("MissingPermission", { permission });
  return { target, standing };
}
