import { verifyPassword } from "../../../platform/passwords.ts";
import { sameText } from "../../../platform/secrets/vault.ts";
import type { Services } from "../../../store/services.ts";
import type { Reader, Tx } from "../../../store/tx.ts";
import type { MfaMethod, MfaResponse, MfaStatus } from "../model.ts";
import { isTotpValid, totpAt } from "../rules/totp.ts";
import { requireAccount } from "../store/accounts.ts";
import type { AccountRow } from "../tables.ts";
import { openRecoveryCodes, useRecoveryCode } from "./recovery-codes.ts";
import { openTotpSecret } from "./totp.ts";

/** An account with TOTP accepts only TOTP and recovery codes, an account without it only the password. */
export function methodsOf(account: AccountRow, services: Services): MfaMethod[] {
  if (account.totp !== "enabled") return ["Password"];
  return openRecoveryCodes(account, services).length > 0 ? ["Totp", "Recovery"] : ["Totp"];
}

export async function viewMfaStatus(db: Reader, userId: string): Promise<MfaStatus> {
  const account = await requireAccount(db, userId);
  return {
    email_otp: false,
    trusted_handover: false,
    email_mfa: false,
    totp_mfa: account.totp === "enabled",
    security_key_mfa: false,
    recovery_active: openRecoveryCodes(account, db.services).length > 0,
  };
}

/** Hashes, so it runs before the transaction that calls `verifyProof` with its result. */
export async function matchPassword(account: AccountRow, response: MfaResponse): Promise<boolean> {
  return (
    "password" in response &&
    account.totp !== "enabled" &&
    verifyPassword(response.password, account.password_hash)
  );
}

export interface Proof {
  readonly account: AccountRow;
  readonly response: MfaResponse;
  /** The result of `matchPassword`. */
  readonly passwordMatches: boolean;
  /** Set by logins: the TOTP code of the time at which the ticket was created stays valid with it. */
  readonly ticketCreatedAt?: number;
}

export type ProofError = "DisallowedMFAMethod" | "InvalidCredentials" | "InvalidToken";

/** Throws unless the response proves the identity of the account's owner. Uses up the recovery code it is given. */
export async function verifyProof(tx: Tx<never, ProofError>, proof: Proof): Promise<void> {
  const { account, response, passwordMatches } = proof;
  if (!methodsOf(account, tx.services).includes(methodOf(response))) throw tx.fail("DisallowedMFAMethod");
  if ("password" in response) {
    if (!passwordMatches) throw tx.fail("InvalidCredentials");
  } else if ("recovery_code" in response) {
    await useRecoveryCode(tx, account, response.recovery_code);
  } else if (!isTotpAccepted(proof, response.totp_code, tx.services)) {
    throw tx.fail("InvalidToken");
  }
}

function methodOf(response: MfaResponse): MfaMethod {
  if ("password" in response) return "Password";
  return "recovery_code" in response ? "Recovery" : "Totp";
}

function isTotpAccepted({ account, ticketCreatedAt }: Proof, code: string, services: Services): boolean {
  const secret = openTotpSecret(account, services);
  if (secret === undefined) return false;
  if (ticketCreatedAt !== undefined && sameText(totpAt(secret, ticketCreatedAt), code)) return true;
  return isTotpValid(secret, code, services.clock.now());
}
