import type { Tx } from "../../../declare/tx.ts";
import { randomToken } from "../../../platform/ids/ids.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import { sendMail } from "../jobs.ts";
import { normaliseEmail } from "../rules/email.ts";
import { updateAccount } from "../store/accounts.ts";
import { findMailCount, insertEarlierVerification, saveMailCount } from "../store/mail-codes.ts";
import type { AccountRow } from "../tables.ts";

// Each function stores the digest of a new code and mails the code itself. A function that finds the recipient's mails
// used up changes nothing, so that the code in the last mail stays valid.

const hour = 3_600_000;
const day = 24 * hour;

interface MailRecipient {
  readonly id: string;
  readonly email: string;
}

/** Stores `changes` together with the code, which invalidates the code before it. */
export async function mailVerification(
  tx: Tx,
  { id, email }: MailRecipient,
  changes: Partial<AccountRow> = {},
): Promise<void> {
  if (await isThrottled(tx, email)) return;
  const code = randomToken(32);
  await updateAccount(tx, id, { ...changes, ...verificationColumns(tx, code) });
  await tx.enqueue(sendMail, { kind: "verify", to: email, code });
}

/** Mails a further code for an address that is not verified yet, in the spelling `email`. */
export async function mailPendingVerification(
  tx: Tx,
  account: AccountRow,
  email = account.email,
): Promise<void> {
  // Registering again took the password away.
  if (account.password_hash !== "") return mailVerification(tx, { id: account.id, email });
  if (await isThrottled(tx, email)) return;
  const { id, verification_digest: digest, verification_expires: expires } = account;
  if (digest !== null && expires !== null)
    await insertEarlierVerification(tx, { digest, account_id: id, email: account.email, expires });
  const code = randomToken(32);
  await updateAccount(tx, id, { email, ...verificationColumns(tx, code) });
  await tx.enqueue(sendMail, { kind: "again", to: email, code });
}

function verificationColumns(tx: Tx, code: string): Partial<AccountRow> {
  return { verification_digest: digestToken(code), verification_expires: tx.services.clock.now() + 7 * day };
}

/** `existing` is for an attempt to register, or to change to, the address of an account that exists. */
export async function mailReset(
  tx: Tx,
  { id, email }: MailRecipient,
  kind: "reset" | "existing",
): Promise<void> {
  if (await isThrottled(tx, email)) return;
  const code = randomToken(32);
  const expires = tx.services.clock.now() + day;
  await updateAccount(tx, id, { reset_digest: digestToken(code), reset_expires: expires });
  await tx.enqueue(sendMail, { kind, to: email, code });
}

export async function mailDeletion(tx: Tx, { id, email }: MailRecipient): Promise<void> {
  if (await isThrottled(tx, email)) return;
  const code = randomToken(32);
  const expires = tx.services.clock.now() + day;
  await updateAccount(tx, id, {
    deletion: "waiting",
    deletion_digest: digestToken(code),
    deletion_time: expires,
  });
  await tx.enqueue(sendMail, { kind: "delete", to: email, code });
}

/** Counts a mail of any kind to the mailbox. Costs a write either way, so that timing does not reveal the result. */
async function isThrottled(tx: Tx, email: string): Promise<boolean> {
  const { clock, config } = tx.services;
  const limit = config.smtp.hourly_per_recipient;
  if (limit === 0) return false;
  const recipient = digestToken(normaliseEmail(email));
  const now = clock.now();
  const last = await findMailCount(tx, recipient);
  const { sent, window_ends } = last && last.window_ends > now ? last : { sent: 0, window_ends: now + hour };
  await saveMailCount(tx, { recipient, sent: sent + 1, window_ends });
  return sent >= limit;
}
