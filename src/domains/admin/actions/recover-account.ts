import type { SessionCaller } from "../../../declare/route.ts";
import type { Tx } from "../../../declare/tx.ts";
import { createRecoveryLink, recoveryObstacle } from "../../accounts/index.ts";
import type { AdminRecovery, AdminRecoveryLink } from "../model.ts";
import { timestamp } from "../rules/user-views.ts";
import { assertOther, requireAccountOf } from "./require-user.ts";

interface RecoveryRequest {
  readonly target: string;
  readonly recovery: AdminRecovery;
  readonly caller: SessionCaller;
}

/** The link is returned here alone: only its digest is stored. Operators change their own password in the client. */
export async function recoverAccount(
  tx: Tx<never, "NotFound" | "InvalidOperation">,
  { target, recovery, caller }: RecoveryRequest,
): Promise<AdminRecoveryLink> {
  assertOther(tx, target, caller);
  const account = await requireAccountOf(tx, target);
  if (recoveryObstacle(account, tx.services)) throw tx.fail("InvalidOperation");
  const removesSecondFactor = recovery.remove_second_factor === true;
  const { link, expires } = await createRecoveryLink(tx, account, { removesSecondFactor });
  return { link, expires_at: timestamp(expires) };
}
