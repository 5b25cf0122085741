import type { Reader, Tx } from "../../../declare/tx.ts";
import type { ClaimChangeRow, ImportedUserRow, UsersTables } from "../tables.ts";

export async function insertImportedUsers(tx: Tx, rows: readonly ImportedUserRow[]): Promise<void> {
  await tx.sql<UsersTables>().insertInto("imported_users").values(rows).execute();
}

/** All users that were imported from a service. */
export function listImportedUsers(db: Reader, source: string): Promise<ImportedUserRow[]> {
  return db
    .sql<UsersTables>()
    .selectFrom("imported_users")
    .selectAll()
    .where("source", "=", source)
    .execute();
}

/** The users of other services whose history an account has claimed. */
export function listClaimed(db: Reader, accountId: string): Promise<ImportedUserRow[]> {
  const imported = db.sql<UsersTables>().selectFrom("imported_users").selectAll();
  return imported.where("claimed_by", "=", accountId).execute();
}

/** The imported user with this id, here or in the service that they come from. */
export function findImportedUser(db: Reader, id: string): Promise<ImportedUserRow | undefined> {
  return db
    .sql<UsersTables>()
    .selectFrom("imported_users")
    .selectAll()
    .where((row) => row.or([row("user_id", "=", id), row("foreign_id", "=", id)]))
    .executeTakeFirst();
}

/** The user with this id in the service that they come from. */
export function findImportedUserOf(
  db: Reader,
  source: string,
  foreignId: string,
): Promise<ImportedUserRow | undefined> {
  return db
    .sql<UsersTables>()
    .selectFrom("imported_users")
    .selectAll()
    .where("source", "=", source)
    .where("foreign_id", "=", foreignId)
    .executeTakeFirst();
}

/** Makes an account the owner of a history; false if another one is. */
export async function setClaimedBy(tx: Tx, userId: string, accountId: string): Promise<boolean> {
  const claimed = await tx
    .sql<UsersTables>()
    .updateTable("imported_users")
    .set({ claimed_by: accountId, undone_for: null })
    .where("user_id", "=", userId)
    .where((row) => row.or([row("claimed_by", "is", null), row("claimed_by", "=", accountId)]))
    .returning("user_id")
    .execute();
  return claimed.length > 0;
}

/** Ends a claim that is undone: the account does not get the history again by itself. */
export async function clearClaimedBy(tx: Tx, userId: string, accountId: string): Promise<void> {
  await tx
    .sql<UsersTables>()
    .updateTable("imported_users")
    .set({ claimed_by: null, undone_for: accountId })
    .where("user_id", "=", userId)
    .where("claimed_by", "=", accountId)
    .execute();
}

/** Remembers what a claim changes. The first state of each target counts, however often a claim is repeated. */
export async function insertClaimChanges(tx: Tx, rows: readonly ClaimChangeRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .sql<UsersTables>()
    .insertInto("claim_changes")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes up to `limit` changes of a claim out of the table. */
export async function takeClaimChanges(tx: Tx, userId: string, limit: number): Promise<ClaimChangeRow[]> {
  const sql = tx.sql<UsersTables>();
  const rows = await sql
    .selectFrom("claim_changes")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("kind")
    .orderBy("target")
    .limit(limit)
    .execute();
  for (const { kind, target } of rows)
    await sql
      .deleteFrom("claim_changes")
      .where("user_id", "=", userId)
      .where("kind", "=", kind)
      .where("target", "=", target)
      .execute();
  return rows;
}

export async function deleteClaimChanges(tx: Tx, userId: string): Promise<void> {
  await tx.sql<UsersTables>().deleteFrom("claim_changes").where("user_id", "=", userId).execute();
}
