import type { SessionCaller } from "../../../declare/route.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { hashPassword, verifyPassword } from "../../../platform/secrets/passwords.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import type { AllSessionsDeleted } from "../events.ts";
import { normaliseEmail } from "../rules/email.ts";
import {
  findAccount,
  findAccountByDigest,
  findAccountByEmail,
  requireAccount,
  updateAccount,
  writeDecoy,
} from "../store/accounts.ts";
import { deleteLockouts } from "../store/lockouts.ts";
import { listSessions } from "../store/sessions.ts";
import { deleteTicketsOf, findFreshTicket } from "../store/tickets.ts";
import type { AccountRow } from "../tables.ts";
import { type AttemptError, refuseAttempt } from "./attempts.ts";
import {
  type AddressError,
  checkCaptcha,
  checkEmail,
  checkPassword,
  type EmailRequest,
  type PasswordError,
  requirePasswordLogin,
} from "./guards.ts";
import { mailReset } from "./mail-codes.ts";
import { endAllSessions } from "./sessions.ts";
import { commitThenThrow, type StepContext } from "./steps.ts";

interface PasswordChange {
  readonly password: string;
  readonly current_password: string;
  readonly remove_sessions?: boolean | undefined;
  readonly address: string;
}

export async function changePassword(
  steps: StepContext<PasswordError | AttemptError, AllSessionsDeleted>,
  { userId, sessionId }: SessionCaller,
  { password, current_password, remove_sessions = true, address }: PasswordChange,
): Promise<void> {
  const { services, read, write } = steps;
  await checkPassword(steps, password);
  const { password_hash } = await read((db) => requireAccount(db, userId));
  const matches = await verifyPassword(current_password, password_hash);
  const newHash = matches ? await hashPassword(password, services.config.passwords) : "";
  await commitThenThrow(write, async (tx) => {
    const account = await requireAccount(tx, userId);
    // A concurrent change may have made the current password of this one outdated.
    const isRight = matches && account.password_hash === password_hash;
    const source = { address, sessionId };
    const attempt = { accountId: userId, source, isRight, wrong: "InvalidCredentials" } as const;
    const refusal = await refuseAttempt(tx, attempt);
    if (refusal) return refusal;
    await setPassword(tx, account, newHash);
    const sessions = await listSessions(tx, userId);
    if (remove_sessions && sessions.length > 1) await endAllSessions(tx, userId, sessionId);
    return undefined;
  });
}

/** Costs the same whether or not the account exists, so that timing does not reveal it. */
export async function sendPasswordReset(
  steps: StepContext<"CaptchaFailed" | "FeatureDisabled" | AddressError>,
  { email, captcha }: EmailRequest,
): Promise<void> {
  const { services, write } = steps;
  requirePasswordLogin(steps);
  await checkCaptcha(steps, captcha);
  checkEmail(steps, email);
  await write(async (tx) => {
    const account = await findAccountByEmail(tx, normaliseEmail(email));
    if (!services.mail) return;
    if (account && account.verification !== "pending") await mailReset(tx, account, "reset");
    else await writeDecoy(tx, email);
  });
}

interface PasswordReset {
  readonly token: string;
  readonly password: string;
  readonly remove_sessions?: boolean;
}

export async function resetPassword(
  steps: StepContext<PasswordError | "InvalidToken" | "FeatureDisabled", AllSessionsDeleted>,
  { token, password, remove_sessions = true }: PasswordReset,
): Promise<void> {
  const { services, fail, read, write } = steps;
  requirePasswordLogin(steps);
  if (!(await read((db) => findByResetToken(db, token)))) throw fail("InvalidToken");
  await checkPassword(steps, password);
  const newHash = await hashPassword(password, services.config.passwords);
  await write(async (tx) => {
    const account = await findByResetToken(tx, token);
    if (!account) throw fail("InvalidToken");
    await setPassword(tx, account, newHash);
    if (remove_sessions) await endAllSessions(tx, account.id);
  });
}

/**
 * Stores a new password, lifts lockouts, and ends the tickets and mailed codes that were issued before: an intruder who
 * knew the old password may have requested them.
 */
export async function setPassword(tx: Tx, account: AccountRow, password_hash: string): Promise<void> {
  await updateAccount(tx, account.id, {
    password_hash,
    reset_digest: null,
    reset_expires: null,
    ...(account.verification === "moving" && {
      verification: "verified",
      verification_digest: null,
      verification_expires: null,
      new_email: null,
    }),
    ...(account.deletion === "waiting" && { deletion: null, deletion_digest: null, deletion_time: null }),
  });
  await deleteLockouts(tx, account.id);
  await deleteTicketsOf(tx, account.id);
}

/** Sets the password that an operator hands to somebody. */
export async function replacePassword(
  tx: Tx<AllSessionsDeleted>,
  account: AccountRow,
  passwordHash: string,
): Promise<void> {
  await setPassword(tx, account, passwordHash);
  await endAllSessions(tx, account.id);
}

/**
 * The account of a mailed code, or of the ticket that verifying its address gave. An account that was registered more
 * than once has no password, and this is how the ticket sets one.
 */
async function findByResetToken(db: Reader, token: string): Promise<AccountRow | undefined> {
  const account = await findAccountByDigest(db, "reset_digest", digestToken(token));
  if (account && (account.reset_expires ?? 0) > db.services.clock.now()) return account;
  const ticket = await findFreshTicket(db, token);
  const owner = ticket?.authorised ? await findAccount(db, ticket.account_id) : undefined;
  // A ticket stands for one login, and a login does not change a password without knowing it.
  return owner?.password_hash === "" ? owner : undefined;
}
