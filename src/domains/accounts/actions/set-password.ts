import type { Tx } from "../../../store/tx.ts";
import { updateAccount } from "../store/accounts.ts";
import type { AccountRow } from "../tables.ts";

/**
 * Gives an account a new password, and with it a fresh start: whoever knew the old one may have asked for codes
 * by mail, and those must not outlive it.
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
