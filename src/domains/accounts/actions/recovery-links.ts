import type { Services } from "../../../declare/services.ts";
import type { Tx } from "../../../declare/tx.ts";
import { randomToken } from "../../../platform/ids/ids.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import { deleteRecoveryLinks, insertRecoveryLink } from "../store/recovery-links.ts";
import type { AccountRow } from "../tables.ts";

const day = 86_400_000;

type RecoveryObstacle = "deleted" | "disabled" | "unverified" | "passwords are off";

/** Why an account cannot be recovered by a link: whoever used it could not log in afterwards. */
export function recoveryObstacle(account: AccountRow, { config }: Services): RecoveryObstacle | undefined {
  if (account.deletion === "deleted") return "deleted";
  if (account.disabled === 1) return "disabled";
  if (account.verification === "pending") return "unverified";
  return config.accounts.password_login === "off" ? "passwords are off" : undefined;
}

interface RecoveryLink {
  readonly link: string;
  readonly expires: number;
}

/**
 * Makes a link with which whoever opens it chooses a new password, once and within a day. It replaces the account's
 * earlier one. The page that the link opens is that of password resets, which every client has.
 */
export async function createRecoveryLink(
  tx: Tx,
  { id, email }: AccountRow,
  { removesSecondFactor }: { readonly removesSecondFactor: boolean },
): Promise<RecoveryLink> {
  const { clock, urls } = tx.services;
  const code = randomToken(32);
  const expires = clock.now() + day;
  await deleteRecoveryLinks(tx, id);
  await insertRecoveryLink(tx, {
    digest: digestToken(code),
    account_id: id,
    removes_second_factor: removesSecondFactor ? 1 : 0,
    expires,
  });
  // What the page says. A fragment reaches no server.
  const notes = new URLSearchParams({ email, ...(removesSecondFactor && { removes: "second-factor" }) });
  return { link: `${urls.app}/login/reset/${code}#${notes}`, expires };
}
