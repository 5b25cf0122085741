import type { ApiError } from "../../../declare/error.ts";
import type { Services } from "../../../declare/services.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { verifyPassword } from "../../../platform/secrets/passwords.ts";
import { sameText } from "../../../platform/secrets/vault.ts";
import type { LoginReply, MfaMethod, MfaResponse, MfaStatus } from "../model.ts";
import { hasSecondFactor } from "../rules/second-factor.ts";
import { findTotpStep, totpAt, totpStepAt } from "../rules/totp.ts";
import { updateAccount } from "../store/accounts.ts";
import type { AccountRow, PasskeyChallengeRow } from "../tables.ts";
import { type AttemptError, type AttemptSource, clearAttempts, refuseAttempt } from "./attempts.ts";
import { isAccepted, type PresentedPasskey, provePasskey, recordPasskeyUse } from "./prove-passkey.ts";
import { openRecoveryCodes, spendRecoveryCode } from "./recovery-codes.ts";
import type { StepContext } from "./steps.ts";
import { openTotpSecret } from "./totp.ts";

/** What the protocol does not know: its clients may fail on an unknown method, so lists for them leave it out. */
type AnyMethod = MfaMethod | "Passkey";

export function mayUsePassword({ password_hash }: AccountRow, { config }: Services): boolean {
  return password_hash !== "" && config.accounts.password_login === "on";
}

/**
 * The methods of the protocol. An account with a second factor accepts only that and recovery codes, an account without
 * one only the password. Whoever has neither proves with a passkey or at a provider who they are.
 */
export function methodsOf(account: AccountRow, services: Services): MfaMethod[] {
  if (!hasSecondFactor(account)) return mayUsePassword(account, services) ? ["Password"] : [];
  const hasCodes = openRecoveryCodes(account, services).length > 0;
  return [
    ...(account.totp === "enabled" ? ["Totp" as const] : []),
    ...(hasCodes ? ["Recovery" as const] : []),
  ];
}

/** The same with passkeys, for the clients that know them. */
export function allMethodsOf(account: AccountRow, services: Services): AnyMethod[] {
  return [...methodsOf(account, services), ...(account.passkeys === "none" ? [] : ["Passkey" as const])];
}

/** What a login tells that still lacks the second factor. */
export function secondStep(account: AccountRow, ticket: string, services: Services): LoginReply {
  return {
    result: "MFA",
    ticket,
    allowed_methods: methodsOf(account, services),
    ...(account.passkeys !== "none" && { passkey: true }),
  };
}

export function viewMfaStatus(account: AccountRow, services: Services): MfaStatus {
  return {
    email_otp: false,
    trusted_handover: false,
    email_mfa: false,
    totp_mfa: account.totp === "enabled",
    security_key_mfa: account.passkeys !== "none",
    recovery_active: openRecoveryCodes(account, services).length > 0,
    has_password: mayUsePassword(account, services),
  };
}

/** What takes time, and is done before the transaction that judges a response. */
interface PreparedProof {
  readonly passwordMatches: boolean;
  /** Undefined if the response is no passkey, or answers no challenge. */
  readonly passkey: PresentedPasskey | undefined;
}

type ChallengeBinding = Pick<PasskeyChallengeRow, "purpose" | "holder">;

/** Hashes and verifies signatures, so it runs before the transaction that calls `refuseProof` with its result. */
export async function prepareProof(
  steps: Pick<StepContext<never>, "services" | "write">,
  { account, response }: Pick<Proof, "account" | "response">,
  binding: ChallengeBinding,
): Promise<PreparedProof> {
  const passwordMatches =
    "password" in response &&
    !hasSecondFactor(account) &&
    (await verifyPassword(response.password, account.password_hash));
  const passkey = "passkey" in response ? await provePasskey(steps, response.passkey, binding) : undefined;
  return { passwordMatches, passkey };
}

/** The same for the account as it is now: a password that was replaced meanwhile matches no more. */
export function forCurrent(
  prepared: PreparedProof,
  current: AccountRow,
  before: AccountRow | undefined,
): PreparedProof {
  const isSame = before !== undefined && current.password_hash === before.password_hash;
  return { ...prepared, passwordMatches: prepared.passwordMatches && isSame };
}

interface Proof {
  readonly account: AccountRow;
  readonly response: MfaResponse;
  readonly source: AttemptSource;
  readonly prepared: PreparedProof;
  /** Set by logins: the TOTP code of the time at which the ticket was created stays valid with it. */
  readonly ticketCreatedAt?: number;
}

export type ProofError = AttemptError | "DisallowedMFAMethod";

interface ProofRefusal {
  readonly error: ApiError;
  /**
   * Whether the response was a correct code that had already been used, or an answer to no challenge: this is not a
   * guess, so it never counts as a failure.
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
  if (!allMethodsOf(account, tx.services).includes(methodOf(response)))
    return { error: tx.fail("DisallowedMFAMethod"), isReplay: false };
  const changes = await evaluateProof(tx, proof);
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
  if (proof.prepared.passkey) await recordPasskeyUse(tx, proof.prepared.passkey);
  await clearAttempts(tx, account.id, source);
  return undefined;
}

/** Whether a response that was accepted has proved more than the password. */
export function provesSecondFactor(account: AccountRow, response: MfaResponse): boolean {
  return "passkey" in response || hasSecondFactor(account);
}

function methodOf(response: MfaResponse): AnyMethod {
  if ("password" in response) return "Password";
  if ("passkey" in response) return "Passkey";
  return "recovery_code" in response ? "Recovery" : "Totp";
}

/** The changes to the account that use the proof up; undefined if the proof is wrong. */
async function evaluateProof(
  db: Reader,
  proof: Proof,
): Promise<Partial<AccountRow> | "replayed" | undefined> {
  const { services } = db;
  const { account, response, prepared } = proof;
  if ("password" in response) return prepared.passwordMatches ? {} : undefined;
  if ("recovery_code" in response) return spendRecoveryCode(account, response.recovery_code, services);
  if ("passkey" in response) return evaluatePasskey(db, proof);
  const step = findStep(proof, response.totp_code, services);
  if (step === undefined) return undefined;
  // RFC 6238 asks that a code works once, so a step must be later than the last accepted one.
  return step > (account.totp_last_step ?? -1) ? { totp_last_step: step } : "replayed";
}

async function evaluatePasskey(
  db: Reader,
  { account, prepared: { passkey } }: Proof,
): Promise<Partial<AccountRow> | "replayed" | undefined> {
  if (!passkey) return "replayed";
  return passkey.accountId === account.id && (await isAccepted(db, passkey)) ? {} : undefined;
}

/** The step of a correct code. */
function findStep({ account, ticketCreatedAt }: Proof, code: string, services: Services): number | undefined {
  const secret = openTotpSecret(account, services);
  if (secret === undefined) return undefined;
  const isTicketCode = ticketCreatedAt !== undefined && sameText(totpAt(secret, ticketCreatedAt), code);
  return isTicketCode ? totpStepAt(ticketCreatedAt) : findTotpStep(secret, code, services.clock.now());
}
