import type { Reader, Tx } from "../../../declare/tx.ts";
import type { AccountsTables, RecoveryLinkRow } from "../tables.ts";

export async function insertRecoveryLink(tx: Tx, link: RecoveryLinkRow): Promise<void> {
  await tx.sql<AccountsTables>().insertInto("recovery_links").values(link).execute();
}

/** The recovery link of a code, unless it has expired. */
export function findRecoveryLink(db: Reader, digest: string): Promise<RecoveryLinkRow | undefined> {
  return db
    .sql<AccountsTables>()
    .selectFrom("recovery_links")
    .selectAll()
    .where("digest", "=", digest)
    .where("expires", ">", db.services.clock.now())
    .executeTakeFirst();
}

export async function deleteRecoveryLinks(tx: Tx, accountId: string): Promise<void> {
  await tx.sql<AccountsTables>().deleteFrom("recovery_links").where("account_id", "=", accountId).execute();
}

export async function deleteExpiredRecoveryLinks(tx: Tx): Promise<void> {
  const now = tx.services.clock.now();
  await tx.sql<AccountsTables>().deleteFrom("recovery_links").where("expires", "<=", now).execute();
}
