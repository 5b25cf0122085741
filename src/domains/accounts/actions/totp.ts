import type { Services } from "../../../declare/services.ts";
import type { Tx } from "../../../declare/tx.ts";
import { makeTotpSecret } from "../rules/totp.ts";
import { requireAccount, updateAccount } from "../store/accounts.ts";
import type { AccountRow } from "../tables.ts";
import { generateRecoveryCodes } from "./recovery-codes.ts";

export function openTotpSecret(account: AccountRow, { vault }: Services): string | undefined {
  if (account.totp_secret_sealed === null) return undefined;
  return vault.open(account.totp_secret_sealed, `totp:${account.id}`);
}

/** The secret stays pending until `enableTotp` sees a code made from it. */
export async function generateTotpSecret(tx: Tx<never, "OperationFailed">, userId: string): Promise<string> {
  const account = await requireAccount(tx, userId);
  if (account.totp === "enabled") throw tx.fail("OperationFailed");
  const secret = makeTotpSecret();
  const sealed = tx.services.vault.seal(secret, `totp:${userId}`);
  await updateAccount(tx, userId, {
    totp: "pending",
    totp_secret_sealed: sealed,
    totp_last_step: null,
  });
  return secret;
}

/** Keeps the recovery codes. */
export async function disableTotp(tx: Tx, userId: string): Promise<void> {
  await updateAccount(tx, userId, { totp: "disabled", totp_secret_sealed: null, totp_last_step: null });
}

/**
 * Enables TOTP at once, for an operator who passes the secret on: nobody proves that an app has it. The new recovery
 * codes replace the old ones.
 */
export async function setUpSecondFactor(
  tx: Tx<never, "OperationFailed">,
  userId: string,
): Promise<{ secret: string; recoveryCodes: readonly string[] }> {
  const secret = await generateTotpSecret(tx, userId);
  await updateAccount(tx, userId, { totp: "enabled" });
  return { secret, recoveryCodes: await generateRecoveryCodes(tx, userId) };
}
