import type { ApiError } from "../../../declare/error.ts";
import type { Services } from "../../../declare/services.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { verifyPassword } from "../../../platform/secrets/passwords.ts";
import { sameText } from "../../../platform/secrets/vault.ts";
import type { MfaMethod, MfaResponse, MfaStatus } from "../model.ts";
import { findTotpStep, totpAt, totpStepAt } from "../rules/totp.ts";
import { requireAccount, updateAccount } from "../store/accounts.ts";
import type { AccountRow } from "../tables.ts";
import { type AttemptError, type AttemptSource, clearAttempts, refuseAttempt } from "./attempts.ts";
import { openRecoveryCodes, spendRecoveryCode } from "./recovery-codes.ts";
import { openTotpSecret } from "./totp.ts";

/**
 * An account with TOTP accepts only TOTP and recovery codes, an account without it only the password. Whoever has neither
 * proves at a provider who they are.
 */
export function methodsOf(account: AccountRow, services: Services): MfaMethod[] {
  const mayUsePassword = account.password_hash !== "" && services.config.accounts.password_login === "on";
  if (account.totp !== "enabled") return mayUsePassword ? ["Password"] : [];
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

/** Hashes, so it runs before the transaction that calls `refuseProof` with its result. */
export async function matchPassword(account: AccountRow, response: MfaResponse): Promise<boolean> {
  return (
    "password" in response &&
    account.totp !== "enabled" &&
    verifyPassword(response.password, account.password_hash)
  );
}

interface Proof {
  readonly account: AccountRow;
  readonly response: MfaResponse;
  readonly source: AttemptSource;
  /** The result of `matchPassword`. */
  readonly passwordMatches: boolean;
  /** Set by logins: the TOTP code of the time at which the ticket was created stays valid with it. */
  readonly ticketCreatedAt?: number;
}

export type ProofError = AttemptError | "DisallowedMFAMethod";

interface ProofRefusal {
  readonly error: ApiError;
  /**
   * Whether the response was a correct code that had already been used: this is not a guess, so it never counts as a
   * failure.
   */
  readonly isReplay: boolean;
}

/**
 * Returns why the response is refused, unless it proves the identity of the account's owner. Uses up the recovery code
 * or TOTP step that it accepts. The transaction must commit whatever the result: see `commitThenThrow`.
 */
export async function refuseProof(
  tx: Tx<never, ProofError>,
  proof: Proof,
): Promise<ProofRefusal | undefined> {
  const { account, response, source } = proof;
  if (!methodsOf(account, tx.services).includes(methodOf(response)))
    return { error: tx.fail("DisallowedMFAMethod"), isReplay: false };
  const changes = evaluateProof(proof, tx.services);
  // Whoever clicks twice, or uses a code again before the app shows the next one, is not locked out.
  if (changes === "replayed") return { error: tx.fail("InvalidToken"), isReplay: true };
  const error = await refuseAttempt(tx, {
    accountId: account.id,
    source,
    isRight: changes !== undefined,
    wrong: "password" in response ? "InvalidCredentials" : "InvalidToken",
  });
  if (error) return { error, isReplay: false };
  if (changes && Object.keys(changes).length > 0) await updateAccount(tx, account.id, changes);
  await clearAttempts(tx, account.id, source);
  return undefined;
}

function methodOf(response: MfaResponse): MfaMethod {
  if ("password" in response) return "Password";
  return "recovery_code" in response ? "Recovery" : "Totp";
}

/** The changes to the account that use the proof up; undefined if the proof is wrong. */
function evaluateProof(proof: Proof, services: Services): Partial<AccountRow> | "replayed" | undefined {
  const { account, response, passwordMatches } = proof;
  if ("password" in response) return passwordMatches ? {} : undefined;
  if ("recovery_code" in response) return spendRecoveryCode(account, response.recovery_code, services);
  const step = findStep(proof, response.totp_code, services);
  if (step === undefined) return undefined;
  // RFC 6238 asks that a code works once, so a step must be later than the last accepted one.
  return step > (account.totp_last_step ?? -1) ? { totp_last_step: step } : "replayed";
}

/** The step of a correct code. */
function findStep({ account, ticketCreatedAt }: Proof, code: string, services: Services): number | undefined {
  const secret = openTotpSecret(account, services);
  if (secret === undefined) return undefined;
  const isTicketCode = ticketCreatedAt !== undefined && sameText(totpAt(secret, ticketCreatedAt), code);
  return isTicketCode ? totpStepAt(ticketCreatedAt) : findTotpStep(secret, code, services.clock.now());
}
