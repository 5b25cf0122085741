import { randomToken } from "../../../platform/ids.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import type { Tx } from "../../../store/tx.ts";
import { sendMail } from "../jobs.ts";
import { updateAccount } from "../store/accounts.ts";

const day = 86_400_000;

interface Receiver {
  readonly id: string;
  readonly email: string;
}

/** Each of these makes a code, keeps its digest, and sends the code itself by mail. An older code dies. */
export async function mailVerification(tx: Tx, { id, email }: Receiver): Promise<void> {
  const code = randomToken(32);
  const expires = tx.services.clock.now() + 7 * day;
  await updateAccount(tx, id, { verification_digest: digestToken(code), verification_expires: expires });
  await tx.enqueue(sendMail, { kind: "verify", to: email, code });
}

/** `existing`: said to someone who tried to register again. */
export async function mailReset(tx: Tx, { id, email }: Receiver, kind: "reset" | "existing"): Promise<void> {
  const code = randomToken(32);
  const expires = tx.services.clock.now() + day;
  await updateAccount(tx, id, { reset_digest: digestToken(code), reset_expires: expires });
  await tx.enqueue(sendMail, { kind, to: email, code });
}

export async function mailDeletion(tx: Tx, { id, email }: Receiver): Promise<void> {
  const code = randomToken(32);
  const expires = tx.services.clock.now() + day;
  await updateAccount(tx, id, {
    deletion: "waiting",
    deletion_digest: digestToken(code),
    deletion_time: expires,
  });
  await tx.enqueue(sendMail, { kind: "delete", to: email, code });
}
