import { confirmationMs, type SessionCaller } from "../../../declare/route.ts";
import type { Tx } from "../../../store/tx.ts";
import { confirmSession, requireAccount } from "../../accounts/index.ts";
import { findUser } from "../../users/index.ts";
import type { AdminConfirmation } from "../model.ts";
import { timestamp } from "../rules/user-views.ts";

/** Records that an operator has proved the second factor. Accounts without one are refused: they prove a password. */
export async function confirmOperator(
  tx: Tx<never, "NotPrivileged" | "SecondFactorRequired">,
  { sessionId, userId }: SessionCaller,
): Promise<AdminConfirmation> {
  const user = await findUser(tx, userId);
  if (user?.privileged !== 1) throw tx.fail("NotPrivileged");
  const { totp } = await requireAccount(tx, userId);
  if (totp !== "enabled") throw tx.fail("SecondFactorRequired");
  const now = tx.services.clock.now();
  await confirmSession(tx, sessionId, now);
  return { confirmed_until: timestamp(now + confirmationMs) };
}
