import { rankOf } from "../../../permissions/servers.ts";
import type { Fail } from "../../../protocol/error.ts";
import type { Reader } from "../../../store/tx.ts";
import { findRole } from "../store/roles.ts";
import type { ServerAccess } from "../store/server-access.ts";
import type { RoleRow } from "../tables.ts";

interface Looking {
  readonly db: Reader;
  readonly fail: Fail<"NotFound">;
}

export async function requireRole(
  { db, fail }: Looking,
  { server }: ServerAccess,
  id: string,
): Promise<RoleRow> {
  const role = await findRole(db, server.id, id);
  if (!role) throw fail("NotFound");
  return role;
}

export function assertOutranksRole(
  { fail }: { readonly fail: Fail<"NotElevated"> },
  { membership }: ServerAccess,
  role: RoleRow,
): void {
  if (role.rank <= rankOf(membership)) throw fail("NotElevated");
}
