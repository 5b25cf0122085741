import type { Tx } from "../../../declare/tx.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import type { AllSessionsDeleted } from "../events.ts";
import { isPlaceholder } from "../rules/email.ts";
import { findAccountByDigest, requireAccount, updateAccount } from "../store/accounts.ts";
import { deleteEmailUndos } from "../store/email-undos.ts";
import { deleteLockouts } from "../store/lockouts.ts";
import { deleteRecoveryLinks } from "../store/recovery-links.ts";
import { mailDeletion } from "./mail-codes.ts";
import { endAllSessions } from "./sessions.ts";

const day = 86_400_000;

/** For operators: no link in a mail enables the account again. */
export async function disableAccount(tx: Tx<AllSessionsDeleted>, id: string): Promise<void> {
  await deleteEmailUndos(tx, id);
  await deleteRecoveryLinks(tx, id);
  await disableOwnAccount(tx, id);
}

/** As the owner asks, or whoever is logged in as the owner. */
export async function disableOwnAccount(tx: Tx<AllSessionsDeleted>, id: string): Promise<void> {
  await updateAccount(tx, id, { disabled: 1 });
  await endAllSessions(tx, id);
}

/** Also calls off a scheduled deletion and lifts a lockout. */
export async function enableAccount(tx: Tx, id: string): Promise<void> {
  await updateAccount(tx, id, {
    disabled: 0,
    deletion: null,
    deletion_digest: null,
    deletion_time: null,
  });
  await deleteLockouts(tx, id);
}

/** Where no mail can be sent the request needs no confirmation. */
export async function requestDeletion(tx: Tx<AllSessionsDeleted>, userId: string): Promise<void> {
  const account = await requireAccount(tx, userId);
  if (tx.services.mail && !isPlaceholder(account.email)) await mailDeletion(tx, account);
  else await scheduleDeletion(tx, userId);
}

export async function confirmDeletion(
  tx: Tx<AllSessionsDeleted, "InvalidToken">,
  code: string,
): Promise<void> {
  const account = await findAccountByDigest(tx, "deletion_digest", digestToken(code));
  if (!account || (account.deletion_time ?? 0) <= tx.services.clock.now()) throw tx.fail("InvalidToken");
  await scheduleDeletion(tx, account.id);
}

/** Disables the account now; a job deletes it after the configured delay. */
async function scheduleDeletion(tx: Tx<AllSessionsDeleted>, id: string): Promise<void> {
  const { clock, config } = tx.services;
  const due = clock.now() + config.accounts.deletion_delay_days * day;
  await updateAccount(tx, id, { deletion: "scheduled", deletion_digest: null, deletion_time: due });
  await disableOwnAccount(tx, id);
}
