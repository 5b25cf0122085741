import type { Tx } from "../../../declare/tx.ts";
import { randomToken } from "../../../platform/ids/ids.ts";
import { hashPassword } from "../../../platform/secrets/passwords.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import type { AllSessionsDeleted } from "../events.ts";
import { sendMail } from "../jobs.ts";
import { isPlaceholder, normaliseEmail } from "../rules/email.ts";
import { hasSecondFactor } from "../rules/second-factor.ts";
import { columnsOfEmail, findAccountByEmail, requireAccount, updateAccount } from "../store/accounts.ts";
import { deleteEmailUndos, findEmailUndo, insertEmailUndo } from "../store/email-undos.ts";
import type { AccountRow, EmailUndoRow } from "../tables.ts";
import { enableAccount } from "./close-account.ts";
import { checkPassword, type PasswordError } from "./guards.ts";
import { removeSecondFactor, revokeSignIns } from "./passkeys.ts";
import { setPassword } from "./password.ts";
import { purgeAccount } from "./purge-account.ts";
import { endAllSessions } from "./sessions.ts";
import type { StepContext } from "./steps.ts";

const day = 86_400_000;

/**
 * Mails the address that an account is about to lose, with a code that restores it. The limit of mails to one address
 * does not apply: an intruder could use it up before the change.
 */
export async function announceEmailChange(tx: Tx, account: AccountRow): Promise<void> {
  if (!tx.services.mail || isPlaceholder(account.email)) return;
  const code = randomToken(32);
  await insertEmailUndo(tx, {
    digest: digestToken(code),
    account_id: account.id,
    email: account.email,
    had_second_factor: hasSecondFactor(account) ? 1 : 0,
    was_disabled: account.disabled,
    expires: tx.services.clock.now() + day,
  });
  await tx.enqueue(sendMail, { kind: "moved", to: account.email, code });
}

interface EmailUndo {
  readonly token: string;
  readonly password: string;
}

/**
 * Gives an account back the address that it had before a change, with a new password. An intruder who made the change
 * knew the password, so everything that they could have set up since is removed: sessions, tickets, codes, a second
 * factor, passkeys, identities, a deletion.
 */
export async function undoEmailChange(
  steps: StepContext<PasswordError | "InvalidToken" | "OperationFailed", AllSessionsDeleted>,
  { token, password }: EmailUndo,
): Promise<void> {
  const { services, fail, read, write } = steps;
  const digest = digestToken(token);
  if (!(await read((db) => findEmailUndo(db, digest)))) throw fail("InvalidToken");
  await checkPassword(steps, password);
  const passwordHash = await hashPassword(password, services.config.passwords);
  await write(async (tx) => {
    const undo = await findEmailUndo(tx, digest);
    if (!undo) throw fail("InvalidToken");
    const account = await requireAccount(tx, undo.account_id);
    await makeRoom(tx, account, undo.email);
    await setPassword(tx, account, passwordHash);
    await updateAccount(tx, account.id, columnsOfEmail(undo.email, true));
    await removeChangesSince(tx, account, undo);
    // The owners of earlier addresses may still undo this change. Later addresses belong to the person who made it.
    await deleteEmailUndos(tx, account.id, undo.expires);
    await endAllSessions(tx, account.id);
  });
}

/**
 * The address was free since the change. An unverified account that was registered with it in the meantime is removed:
 * anybody could have registered it to lock the owner out.
 */
async function makeRoom(tx: Tx<never, "OperationFailed">, account: AccountRow, email: string): Promise<void> {
  const other = await findAccountByEmail(tx, normaliseEmail(email));
  if (!other || other.id === account.id) return;
  if (other.verification !== "pending") throw tx.fail("OperationFailed");
  await purgeAccount(tx, other.id);
}

async function removeChangesSince(tx: Tx, account: AccountRow, undo: EmailUndoRow): Promise<void> {
  if (!undo.was_disabled) await enableAccount(tx, account.id);
  if (!undo.had_second_factor) await removeSecondFactor(tx, account.id);
  // Without a second factor, the password was enough to add passkeys and identities also before the change.
  await revokeSignIns(tx, account.id, undo.had_second_factor ? undo.expires - day : 0);
}
