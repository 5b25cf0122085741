import { randomToken } from "../../../platform/ids.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import type { Tx } from "../../../store/tx.ts";
import { sendMail } from "../jobs.ts";
import { updateAccount } from "../store/accounts.ts";

// Each function stores the digest of a new code, mails the code itself, and so invalidates the code before it.

const day = 86_400_000;

interface MailRecipient {
  readonly id: string;
  readonly email: string;
}

export async function mailVerification(tx: Tx, { id, email }: MailRecipient): Promise<void> {
  const code = randomToken(32);
  const expires = tx.services.clock.now() + 7 * day;
  await updateAccount(tx, id, { verification_digest: digestToken(code), verification_expires: expires });
  await tx.enqueue(sendMail, { kind: "verify", to: email, code });
}

/** `existing` is for an attempt to register, or to change to, the address of an account that exists. */
export async function mailReset(
  tx: Tx,
  { id, email }: MailRecipient,
  kind: "reset" | "existing",
): Promise<void> {
  const code = randomToken(32);
  const expires = tx.services.clock.now() + day;
  await updateAccount(tx, id, { reset_digest: digestToken(code), reset_expires: expires });
  await tx.enqueue(sendMail, { kind, to: email, code });
}

export async function mailDeletion(tx: Tx, { id, email }: MailRecipient): Promise<void> {
  const code = randomToken(32);
  const expires = tx.services.clock.now() + day;
  await updateAccount(tx, id, {
    deletion: "waiting",
    deletion_digest: digestToken(code),
    deletion_time: expires,
  });
  await tx.enqueue(sendMail, { kind: "delete", to: email, code });
}
