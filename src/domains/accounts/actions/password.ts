import type { SessionCaller } from "../../../declare/route.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { hashPassword } from "../../../platform/secrets/passwords.ts";
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
import { deleteRecoveryLinks, findRecoveryLink } from "../store/recovery-links.ts";
import { listSessions } from "../store/sessions.ts";
import { deleteTicketsOf, findFreshTicket } from "../store/tickets.ts";
import type { AccountRow, RecoveryLinkRow } from "../tables.ts";
import type { AttemptError } from "./attempts.ts";
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
import { checkOwnProof, matchOwnPassword, type OwnProof, refuseOwnProof } from "./own-proof.ts";
import { removeSecondFactor, revokeSignIns } from "./passkeys.ts";
import { endAllSessions } from "./sessions.ts";
import { commitThenThrow, type StepContext } from "./steps.ts";

interface PasswordChange extends OwnProof {
  readonly password: string;
  readonly remove_sessions?: boolean | undefined;
}

export async function changePassword(
  steps: StepContext<PasswordError | AttemptError | "FeatureDisabled", AllSessionsDeleted>,
  caller: SessionCaller,
  { password, remove_sessions = true, ...proof }: PasswordChange,
): Promise<void> {
  const { services, write } = steps;
  const { userId, sessionId } = caller;
  await checkOwnProof(steps, caller, proof);
  // Where nobody can log in with a password, a first one would be of no use.
  if (proof.current_password === undefined) requirePasswordLogin(steps);
  await checkPassword(steps, password);
  const matched = await matchOwnPassword(steps, caller, proof);
  const isPromising = matched.matches || proof.ticket !== undefined;
  const newHash = isPromising ? await hashPassword(password, services.config.passwords) : "";
  await commitThenThrow(write, async (tx) => {
    const account = await requireAccount(tx, userId);
    const refusal = await refuseOwnProof(tx, { account, caller, proof, matched });
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
    const found = await findByResetToken(tx, token);
    if (!found) throw fail("InvalidToken");
    const { account, recovery } = found;
    await setPassword(tx, account, newHash);
    if (recovery?.removes_second_factor === 1) {
      await removeSecondFactor(tx, account.id);
      await revokeSignIns(tx, account.id);
    }
    // An operator has found out that the account was lost: nobody stays logged in.
    if (recovery || remove_sessions) await endAllSessions(tx, account.id);
  });
}

/**
 * Stores a new password, lifts lockouts, and ends the tickets, mailed codes and recovery links that were issued before: an
 * intruder who knew the old password may have requested them.
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
  await deleteRecoveryLinks(tx, account.id);
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

interface Resettable {
  readonly account: AccountRow;
  readonly recovery?: RecoveryLinkRow;
}

/**
 * The account of a mailed code, of an operator's recovery link, or of the ticket that verifying its address gave. An
 * account that was registered more than once has no password, and this is how the ticket sets one.
 */
async function findByResetToken(db: Reader, token: string): Promise<Resettable | undefined> {
  const digest = digestToken(token);
  const mailed = await findAccountByDigest(db, "reset_digest", digest);
  if (mailed && (mailed.reset_expires ?? 0) > db.services.clock.now()) return { account: mailed };
  const recovery = await findRecoveryLink(db, digest);
  if (recovery) return { account: await requireAccount(db, recovery.account_id), recovery };
  const ticket = await findFreshTicket(db, token);
  // A ticket of a provider or an operator stands for one login, and must not become a password for later ones.
  const isOfMail = ticket?.authorised === 1 && ticket.method === "Mail";
  const owner = isOfMail ? await findAccount(db, ticket.account_id) : undefined;
  return owner?.password_hash === "" ? { account: owner } : undefined;
}
