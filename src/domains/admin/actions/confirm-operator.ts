import { confirmationMs, type SessionCaller } from "../../../declare/route.ts";
import type { Tx } from "../../../declare/tx.ts";
import {
  confirmSession,
  consumeFactorTicket,
  findFreshTicket,
  hasSecondFactor,
  requireAccount,
} from "../../accounts/index.ts";
import { findUser } from "../../users/index.ts";
import type { AdminConfirmation } from "../model.ts";
import { timestamp } from "../rules/user-views.ts";

/**
 * Records that a session has proved the second factor, or a passkey, by a ticket: that of the account, or one at a
 * provider that is trusted with it. An account without either is refused: its ticket proves the password alone. The
 * ticket is used up last, so that a client knows whether to ask for a code at all.
 */
export async function confirmOperator(
  tx: Tx<never, "NotPrivileged" | "SecondFactorRequired" | "InvalidToken">,
  { sessionId, userId }: SessionCaller,
  ticket: string | undefined,
): Promise<AdminConfirmation> {
  const user = await findUser(tx, userId);
  if (user?.privileged !== 1) throw tx.fail("NotPrivileged");
  const account = await requireAccount(tx, userId);
  const held = ticket === undefined ? undefined : await findFreshTicket(tx, ticket);
  const provedAt = held?.account_id === userId ? held.second_factor_at : null;
  const hasFactor = hasSecondFactor(account) || account.passkeys !== "none";
  if (!hasFactor && provedAt === null) throw tx.fail("SecondFactorRequired");
  await consumeFactorTicket(tx, ticket ?? null, account);
  const now = tx.services.clock.now();
  const confirmedAt = provedAt ?? now;
  if (confirmedAt < now - confirmationMs) throw tx.fail("InvalidToken");
  await confirmSession(tx, sessionId, confirmedAt);
  return { confirmed_until: timestamp(confirmedAt + confirmationMs) };
}
