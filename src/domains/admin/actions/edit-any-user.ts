import type { SessionCaller } from "../../../declare/route.ts";
import type { Tx } from "../../../declare/tx.ts";
import { changeStanding } from "../../oidc/index.ts";
import { type UserUpdated, userFlags } from "../../users/index.ts";
import type { AdminUser, AdminUserEdit } from "../model.ts";
import { assertOther, requireUser } from "./require-user.ts";
import { viewUser } from "./view-users.ts";

interface StandingRequest {
  readonly target: string;
  readonly edit: AdminUserEdit;
  readonly caller: SessionCaller;
}

/** Changes the fields of a user that only operators may change. */
export async function editAnyUser(
  tx: Tx<typeof UserUpdated, "NotFound" | "InvalidOperation">,
  { target, edit, caller }: StandingRequest,
): Promise<AdminUser> {
  const user = await requireUser(tx, target, tx.fail);
  if (edit.privileged === false) assertOther(tx, target, caller);
  const { deleted } = userFlags;
  const flags = edit.flags === undefined ? undefined : (edit.flags & ~deleted) | (user.flags & deleted);
  return viewUser(tx, await changeStanding(tx, user, { ...edit, flags }));
}
