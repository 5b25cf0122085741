import type { Reader, Tx } from "../../../declare/tx.ts";
import type { AccountsTables, EmailUndoRow } from "../tables.ts";

export async function insertEmailUndo(tx: Tx, undo: EmailUndoRow): Promise<void> {
  await tx.sql<AccountsTables>().insertInto("email_undos").values(undo).execute();
}

/** The undo of a code, unless it has expired. */
export function findEmailUndo(db: Reader, digest: string): Promise<EmailUndoRow | undefined> {
  return db
    .sql<AccountsTables>()
    .selectFrom("email_undos")
    .selectAll()
    .where("digest", "=", digest)
    .where("expires", ">", db.services.clock.now())
    .executeTakeFirst();
}

/** Deletes the undos of an account; with `since`, those of changes from then on, by when they expire. */
export async function deleteEmailUndos(tx: Tx, accountId: string, since = 0): Promise<void> {
  await tx
    .sql<AccountsTables>()
    .deleteFrom("email_undos")
    .where("account_id", "=", accountId)
    .where("expires", ">=", since)
    .execute();
}

export async function deleteExpiredEmailUndos(tx: Tx): Promise<void> {
  const now = tx.services.clock.now();
  await tx.sql<AccountsTables>().deleteFrom("email_undos").where("expires", "<=", now).execute();
}
