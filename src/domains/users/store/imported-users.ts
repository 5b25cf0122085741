import type { Reader, Tx } from "../../../declare/tx.ts";
import { userFlags } from "../model.ts";
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

/** The ids of those users of a service who were deleted here. */
export async function listDeletedImports(db: Reader, source: string): Promise<string[]> {
  const rows = await db
    .sql<UsersTables>()
    .selectFrom("imported_users")
    .innerJoin("users", "users.id", "imported_users.user_id")
    .select("users.id")
    .where("source", "=", source)
    .where(({ eb }) => eb(eb("users.flags", "&", userFlags.deleted), "<>", 0))
    .execute();
  return rows.map(({ id }) => id);
}

/** The users of other services whose history an account has claimed. */
export function listClaimed(db: Reader, accountId: string): Promise<ImportedUserRow[]> {
  const imported = db.sql<UsersTables>().selectFrom("imported_users").selectAll();
  return imported.where("claimed_by", "=", accountId).execute();
}

/** The imported user with this id here. */
export function findImportedUser(db: Reader, userId: string): Promise<ImportedUserRow | undefined> {
  return db
    .sql<UsersTables>()
    .selectFrom("imported_users")
    .selectAll()
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** The users that have this id in the services that they come from, which may be several. */
export function listImportedUsersWith(db: Reader, foreignId: string): Promise<ImportedUserRow[]> {
  return db
    .sql<UsersTables>()
    .selectFrom("imported_users")
    .selectAll()
    .where("foreign_id", "=", foreignId)
    .orderBy("source")
    .execute();
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
