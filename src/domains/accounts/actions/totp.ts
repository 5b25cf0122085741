import type { Services } from "../../../declare/services.ts";
import type { Tx } from "../../../declare/tx.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import { makeTotpSecret } from "../rules/totp.ts";
import { requireAccount, updateAccount } from "../store/accounts.ts";
import type { AccountRow } from "../tables.ts";
import { generateRecoveryCodes } from "./recovery-codes.ts";

export function openTotpSecret(account: AccountRow, { vault }: Services): string | undefined {
  if (account.totp_secret_sealed === null) return undefined;
  return vault.open(account.totp_secret_sealed, purposeOf(account.id));
}

export function sealTotpSecret(accountId: string, secret: string, vault: Vault): string {
  return vault.seal(secret, purposeOf(accountId));
}

const purposeOf = (accountId: string) => `totp:${accountId}`;

/** The secret stays pending until `enableTotp` sees a code made from it. */
export async function generateTotpSecret(
  tx: Tx<never, "OperationFailed">,
  userId: string,
  secret = makeTotpSecret(),
): Promise<string> {
  const account = await requireAccount(tx, userId);
  if (account.totp === "enabled") throw tx.fail("OperationFailed");
  const sealed = sealTotpSecret(userId, secret, tx.services.vault);
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
 * Enables TOTP at once: with a secret of which a code has proved that an app has it, or with a new one, for an operator
 * who passes it on. The new recovery codes replace the old ones.
 */
export async function setUpSecondFactor(
  tx: Tx<never, "OperationFailed">,
  userId: string,
  proven?: { readonly secret: string; readonly step: number },
): Promise<{ secret: string; recoveryCodes: readonly string[] }> {
  const secret = await generateTotpSecret(tx, userId, proven?.secret);
  await updateAccount(tx, userId, { totp: "enabled", totp_last_step: proven?.step ?? null });
  return { secret, recoveryCodes: await generateRecoveryCodes(tx, userId) };
}
