import { randomInt } from "node:crypto";
import type { Services } from "../../../declare/services.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { sameText } from "../../../platform/secrets/vault.ts";
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
  await updateAccount(tx, userId, sealRecoveryCodes(userId, codes, tx.services));
  return codes;
}

/** The account without the used code; undefined if it does not have the code. */
export function spendRecoveryCode(
  account: AccountRow,
  usedCode: string,
  services: Services,
): Partial<AccountRow> | undefined {
  const codes = openRecoveryCodes(account, services);
  const remaining = codes.filter((code) => !sameText(code, usedCode));
  return remaining.length === codes.length ? undefined : sealRecoveryCodes(account.id, remaining, services);
}

export function sealRecoveryCodes(
  accountId: string,
  codes: readonly string[],
  { vault }: Pick<Services, "vault">,
): Pick<AccountRow, "recovery_codes_sealed"> {
  return { recovery_codes_sealed: vault.seal(JSON.stringify(codes), `recovery:${accountId}`) };
}
