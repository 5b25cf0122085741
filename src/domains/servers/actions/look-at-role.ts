import type { Fail } from "../../../declare/error.ts";
import type { Reader } from "../../../declare/tx.ts";
import { rankOf } from "../../../permissions/servers.ts";
import { findRole } from "../store/roles.ts";
import type { Place } from "../store/standing.ts";
import type { RoleRow } from "../tables.ts";

interface Looking {
  readonly db: Reader;
  readonly fail: Fail<"NotFound">;
}

export async function lookAtRole({ db, fail }: Looking, { server }: Place, id: string): Promise<RoleRow> {
  const role = await findRole(db, server.id, id);
  if (!role) throw fail("NotFound");
  return role;
}

export function assertBelow(
  { fail }: { readonly fail: Fail<"NotElevated"> },
  { standing }: Place,
  role: RoleRow,
): void {
  if (role.rank <= rankOf(standing)) throw fail("NotElevated");
}
