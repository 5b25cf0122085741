import type { Fail } from "../../../declare/error.ts";
import type { Reader } from "../../../declare/tx.ts";
import { type UserPermission, userPermission } from "../../../permissions/users.ts";
import { findUser } from "../store/users.ts";
import type { UserRow } from "../tables.ts";
import { permissionsOn, type Standing } from "./permissions-on.ts";

interface Looking {
  readonly db: Reader;
  readonly caller: { readonly userId: string };
  readonly fail: Fail<"NotFound" | "MissingPermission">;
}

/** The user of this id, and how the caller stands to them, if that allows what the caller is about to do. */
export async function lookUp(
  { db, caller, fail }: Looking,
  id: string,
  permission: UserPermission,
): Promise<{ target: UserRow; standing: Standing }> {
  const target = await findUser(db, id);
  if (!target) throw fail("NotFound");
  const standing = await permissionsOn(db, caller.userId, target);
  if (!(standing.permissions & userPermission[permission])) throw fail("MissingPermission", { permission });
  return { target, standing };
}
