import { confirmationMs, type SessionCaller } from "../../../declare/route.ts";
import type { Tx } from "../../../declare/tx.ts";
import { confirmSession, consumeTicket, requireAccount } from "../../accounts/index.ts";
import { findUser } from "../../users/index.ts";
import type { AdminConfirmation } from "../model.ts";
import { timestamp } from "../rules/user-views.ts";

/**
 * Records that a session has proved the second factor by a ticket. An account without one is refused: its ticket proves
 * the password alone. The ticket is looked at last, so that a client knows whether to ask for a code at all.
 */
export async function confirmOperator(
  tx: Tx<never, "NotPrivileged" | "SecondFactorRequired" | "InvalidToken">,
  { sessionId, userId }: SessionCaller,
  ticket: string | undefined,
): Promise<AdminConfirmation> {
  const user = await findUser(tx, userId);
  if (user?.privileged !== 1) throw tx.fail("NotPrivileged");
  const { totp } = await requireAccount(tx, userId);
  if (totp !== "enabled") throw tx.fail("SecondFactorRequired");
  await consumeTicket(tx, ticket ?? null, userId);
  const now = tx.services.clock.now();
  await confirmSession(tx, sessionId, now);
  return { confirmed_until: timestamp(now + confirmationMs) };
}
