import { randomInt } from "node:crypto";
import { sameText } from "../../../platform/secrets/vault.ts";
import type { Services } from "../../../store/services.ts";
import type { Reader, Tx } from "../../../store/tx.ts";
import { requireAccount, updateAccount } from "../store/accounts.ts";
import type { AccountRow } from "../tables.ts";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const codesPerSet = 10;

export function makeRecoveryCodes(): string[] {
  const half = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return Array.from({ length: codesPerSet }, () => `${half()}-${half()}`);
}

export function openRecoveryCodes(account: AccountRow, { vault }: Services): string[] {
  if (account.recovery_codes_sealed === null) return [];
  return JSON.parse(vault.open(account.recovery_codes_sealed, `recovery:${account.id}`)) as string[];
}

export async function listRecoveryCodes(db: Reader, userId: string): Promise<string[]> {
  return openRecoveryCodes(await requireAccount(db, userId), db.services);
}

/** The new codes replace the old ones. */
export async function generateRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = makeRecoveryCodes();
  await storeRecoveryCodes(tx, userId, codes);
  return codes;
}

/** Removes the code from the account; throws if the account does not have it. */
export async function useRecoveryCode(
  tx: Tx<never, "InvalidToken">,
  account: AccountRow,
  usedCode: string,
): Promise<void> {
  const codes = openRecoveryCodes(account, tx.services);
  const remaining = codes.filter((code) => !sameText(code, usedCode));
  if (remaining.length === codes.length) throw tx.fail("InvalidToken");
  await storeRecoveryCodes(tx, account.id, remaining);
}

async function storeRecoveryCodes(tx: Tx, accountId: string, codes: readonly string[]): Promise<void> {
  const sealed = tx.services.vault.seal(JSON.stringify(codes), `recovery:${accountId}`);
  await updateAccount(tx, accountId, { recovery_codes_sealed: sealed });
}
