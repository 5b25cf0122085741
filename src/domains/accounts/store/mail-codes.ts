import type { Reader, Tx } from "../../../declare/tx.ts";
import type { AccountsTables, EarlierVerificationRow, MailCountRow } from "../tables.ts";

export async function insertEarlierVerification(tx: Tx, code: EarlierVerificationRow): Promise<void> {
  await tx.sql<AccountsTables>().insertInto("earlier_verifications").values(code).execute();
}

export function findEarlierVerification(
  db: Reader,
  digest: string,
): Promise<EarlierVerificationRow | undefined> {
  return db
    .sql<AccountsTables>()
    .selectFrom("earlier_verifications")
    .selectAll()
    .where("digest", "=", digest)
    .executeTakeFirst();
}

export async function deleteEarlierVerifications(tx: Tx, accountId: string): Promise<void> {
  await tx
    .sql<AccountsTables>()
    .deleteFrom("earlier_verifications")
    .where("account_id", "=", accountId)
    .execute();
}

export function findMailCount(db: Reader, recipient: string): Promise<MailCountRow | undefined> {
  return db
    .sql<AccountsTables>()
    .selectFrom("mail_counts")
    .selectAll()
    .where("recipient", "=", recipient)
    .executeTakeFirst();
}

export async function saveMailCount(tx: Tx, { recipient, ...count }: MailCountRow): Promise<void> {
  await tx
    .sql<AccountsTables>()
    .insertInto("mail_counts")
    .values({ recipient, ...count })
    .onConflict((conflict) => conflict.column("recipient").doUpdateSet(count))
    .execute();
}

export async function deleteExpiredMailCodes(tx: Tx): Promise<void> {
  const now = tx.services.clock.now();
  await tx.sql<AccountsTables>().deleteFrom("earlier_verifications").where("expires", "<=", now).execute();
  await tx.sql<AccountsTables>().deleteFrom("mail_counts").where("window_ends", "<=", now).execute();
}
