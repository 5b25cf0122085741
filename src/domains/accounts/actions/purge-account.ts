import type { Tx } from "../../../declare/tx.ts";
import { AccountPurged } from "../hooks.ts";
import { findAccount, updateAccount } from "../store/accounts.ts";
import { deleteEmailUndos } from "../store/email-undos.ts";
import { deleteKnownDevices } from "../store/known-devices.ts";
import { deleteLockouts } from "../store/lockouts.ts";
import { deleteEarlierVerifications } from "../store/mail-codes.ts";
import { deleteChallengesOf } from "../store/passkey-challenges.ts";
import { deletePasskeysSince } from "../store/passkeys.ts";
import { deleteRecoveryLinks } from "../store/recovery-links.ts";
import { deleteSessionsExcept } from "../store/sessions.ts";
import { deleteSignIns } from "../store/sign-ins.ts";
import { deleteTicketsOf } from "../store/tickets.ts";
import type { AccountRow } from "../tables.ts";

/** All columns of an account whose personal data is erased, but the id. */
export function purgedAccount(id: string): Omit<AccountRow, "id"> {
  const placeholder = `deleted-${id}`;
  return {
    email: placeholder,
    email_normalised: placeholder,
    email_proved: 0,
    password_hash: "",
    disabled: 1,
    verification: "verified",
    verification_digest: null,
    verification_expires: null,
    new_email: null,
    reset_digest: null,
    reset_expires: null,
    deletion: "deleted",
    deletion_digest: null,
    deletion_time: null,
    totp: "disabled",
    totp_secret_sealed: null,
    totp_last_step: null,
    recovery_codes_sealed: null,
    notify_new_devices: 1,
    passkeys: "none",
  };
}

/** Erases the personal data of the account. The row stays, so that its id is never given to another account. */
export async function purgeAccount(tx: Tx, id: string): Promise<void> {
  await deleteSessionsExcept(tx, id, null);
  await deleteTicketsOf(tx, id);
  await deleteLockouts(tx, id);
  await deleteEarlierVerifications(tx, id);
  await deleteEmailUndos(tx, id);
  await deletePasskeysSince(tx, id, 0);
  await deleteChallengesOf(tx, id);
  await deleteRecoveryLinks(tx, id);
  await deleteSignIns(tx, id);
  await deleteKnownDevices(tx, id);
  await updateAccount(tx, id, purgedAccount(id));
  await tx.raise(AccountPurged, { userId: id });
}

/** Checks again inside the transaction: the deletion may have been called off since the job read the account. */
export async function purgeIfDue(tx: Tx, id: string): Promise<void> {
  const account = await findAccount(tx, id);
  const isDue = account?.deletion === "scheduled" && (account.deletion_time ?? 0) <= tx.services.clock.now();
  if (isDue) await purgeAccount(tx, id);
}
