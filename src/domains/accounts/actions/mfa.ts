import { randomToken } from "../../../platform/ids.ts";
import { verifyPassword } from "../../../platform/passwords.ts";
import { digestToken, sameText } from "../../../platform/secrets/vault.ts";
import type { Services } from "../../../store/services.ts";
import type { Tx } from "../../../store/tx.ts";
import type { MfaMethod, MfaResponse, MfaTicket } from "../model.ts";
import { allowedMethods, methodOf } from "../rules/mfa-methods.ts";
import { isTotpValid, totpAt } from "../rules/totp.ts";
import { updateAccount } from "../store/accounts.ts";
import { insertTicket } from "../store/tickets.ts";
import type { AccountRow } from "../tables.ts";

export function recoveryCodesOf(account: AccountRow, { vault }: Services): string[] {
  if (account.recovery_codes_sealed === null) return [];
  return JSON.parse(vault.open(account.recovery_codes_sealed, `recovery:${account.id}`)) as string[];
}

export async function storeRecoveryCodes(tx: Tx, accountId: string, codes: readonly string[]): Promise<void> {
  const sealed = tx.services.vault.seal(JSON.stringify(codes), `recovery:${accountId}`);
  await updateAccount(tx, accountId, { recovery_codes_sealed: sealed });
}

export function totpSecretOf(account: AccountRow, { vault }: Services): string | undefined {
  if (account.totp_secret_sealed === null) return undefined;
  return vault.open(account.totp_secret_sealed, `totp:${account.id}`);
}

export async function storeTotpSecret(tx: Tx, accountId: string, secret: string): Promise<void> {
  const sealed = tx.services.vault.seal(secret, `totp:${accountId}`);
  await updateAccount(tx, accountId, { totp: "pending", totp_secret_sealed: sealed });
}

export function methodsOf(account: AccountRow, services: Services): MfaMethod[] {
  return allowedMethods({
    totpEnabled: account.totp === "enabled",
    hasRecoveryCodes: recoveryCodesOf(account, services).length > 0,
  });
}

/** The slow half of checking a response, done before the transaction: was the password right? */
export async function tryPassword(account: AccountRow, response: MfaResponse): Promise<boolean> {
  return (
    "password" in response &&
    account.totp !== "enabled" &&
    verifyPassword(response.password, account.password_hash)
  );
}

export interface Proof {
  readonly account: AccountRow;
  readonly response: MfaResponse;
  /** What `tryPassword` said. */
  readonly passwordFits: boolean;
  /** A login remembers when its ticket was made: the code of that moment stays good. */
  readonly ticketMadeAt?: number;
}

type ProofError = "DisallowedMFAMethod" | "InvalidCredentials" | "InvalidToken";

/** Throws unless the response proves who it is. A recovery code that fits is used up. */
export async function acceptProof(tx: Tx<never, ProofError>, proof: Proof): Promise<void> {
  const { account, response, passwordFits } = proof;
  if (!methodsOf(account, tx.services).includes(methodOf(response))) throw tx.fail("DisallowedMFAMethod");
  if ("password" in response) {
    if (!passwordFits) throw tx.fail("InvalidCredentials");
  } else if ("recovery_code" in response) {
    await useRecoveryCode(tx, account, response.recovery_code);
  } else if (!isCodeRight(proof, response.totp_code, tx.services)) {
    throw tx.fail("InvalidToken");
  }
}

async function useRecoveryCode(
  tx: Tx<never, "InvalidToken">,
  account: AccountRow,
  given: string,
): Promise<void> {
  const codes = recoveryCodesOf(account, tx.services);
  const left = codes.filter((code) => !sameText(code, given));
  if (left.length === codes.length) throw tx.fail("InvalidToken");
  await storeRecoveryCodes(tx, account.id, left);
}

function isCodeRight({ account, ticketMadeAt }: Proof, code: string, services: Services): boolean {
  const secret = totpSecretOf(account, services);
  if (secret === undefined) return false;
  if (ticketMadeAt !== undefined && sameText(totpAt(secret, ticketMadeAt), code)) return true;
  return isTotpValid(secret, code, services.clock.now());
}

export async function createTicket(
  tx: Tx,
  accountId: string,
  { validated = false, authorised = false }: { validated?: boolean; authorised?: boolean } = {},
): Promise<MfaTicket> {
  const { ids, clock } = tx.services;
  const token = randomToken(64);
  const id = ids.next();
  await insertTicket(tx, {
    id,
    account_id: accountId,
    token_digest: digestToken(token),
    validated: validated ? 1 : 0,
    authorised: authorised ? 1 : 0,
    created_at: clock.now(),
  });
  return { _id: id, account_id: accountId, token, validated, authorised, last_totp_code: null };
}
