import { hashPassword, verifyPassword } from "../../../platform/passwords.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import type { Reader, Tx } from "../../../store/tx.ts";
import type { AllSessionsDeleted } from "../events.ts";
import { normaliseEmail } from "../rules/email.ts";
import {
  findAccountByDigest,
  findAccountByEmail,
  requireAccount,
  updateAccount,
  writeDecoy,
} from "../store/accounts.ts";
import type { AccountRow } from "../tables.ts";
import {
  type AddressError,
  checkCaptcha,
  checkEmail,
  checkPassword,
  type EmailRequest,
  type PasswordError,
} from "./guards.ts";
import { mailReset } from "./mail-codes.ts";
import { endAllSessions } from "./sessions.ts";
import type { StepContext } from "./steps.ts";

interface PasswordChange {
  readonly password: string;
  readonly current_password: string;
}

export async function changePassword(
  steps: StepContext<PasswordError | "InvalidCredentials">,
  userId: string,
  { password, current_password }: PasswordChange,
): Promise<void> {
  const { services, fail, read, write } = steps;
  await checkPassword(steps, password);
  const { password_hash } = await read((db) => requireAccount(db, userId));
  if (!(await verifyPassword(current_password, password_hash))) throw fail("InvalidCredentials");
  const newHash = await hashPassword(password, services.config.passwords);
  await write(async (tx) => {
    const account = await requireAccount(tx, userId);
    // A concurrent change made the current password of this one outdated.
    if (account.password_hash !== password_hash) throw fail("InvalidCredentials");
    await setPassword(tx, account, newHash);
  });
}

/** Costs the same whether or not the account exists, so that timing does not reveal it. */
export async function sendPasswordReset(
  steps: StepContext<"CaptchaFailed" | AddressError>,
  { email, captcha }: EmailRequest,
): Promise<void> {
  const { services, write } = steps;
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
  steps: StepContext<PasswordError | "InvalidToken", AllSessionsDeleted>,
  { token, password, remove_sessions }: PasswordReset,
): Promise<void> {
  const { services, fail, read, write } = steps;
  const digest = digestToken(token);
  if (!(await read((db) => findByResetCode(db, digest)))) throw fail("InvalidToken");
  await checkPassword(steps, password);
  const newHash = await hashPassword(password, services.config.passwords);
  await write(async (tx) => {
    const account = await findByResetCode(tx, digest);
    if (!account) throw fail("InvalidToken");
    await setPassword(tx, account, newHash);
    if (remove_sessions) await endAllSessions(tx, account.id);
  });
}

/**
 * Stores a new password, lifts a lockout and invalidates the codes that were mailed before: an intruder who knew the
 * old password may have requested them.
 */
export async function setPassword(tx: Tx, account: AccountRow, password_hash: string): Promise<void> {
  await updateAccount(tx, account.id, {
    password_hash,
    reset_digest: null,
    reset_expires: null,
    failed_logins: 0,
    locked_until: 0,
    ...(account.verification === "moving" && {
      verification: "verified",
      verification_digest: null,
      verification_expires: null,
      new_email: null,
    }),
    ...(account.deletion === "waiting" && { deletion: null, deletion_digest: null, deletion_time: null }),
  });
}

async function findByResetCode(db: Reader, digest: string): Promise<AccountRow | undefined> {
  const account = await findAccountByDigest(db, "reset_digest", digest);
  return account && (account.reset_expires ?? 0) > db.services.clock.now() ? account : undefined;
}
