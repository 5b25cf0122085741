import type { Reader } from "../../../store/tx.ts";
import type { AccountsTables, InviteRow } from "../tables.ts";

export function findInvite(db: Reader, code: string): Promise<InviteRow | undefined> {
  return db
    .sql<AccountsTables>()
    .selectFrom("registration_invites")
    .selectAll()
    .where("code", "=", code)
    .executeTakeFirst();
}

export function listInvites(db: Reader): Promise<InviteRow[]> {
  return db
    .sql<AccountsTables>()
    .selectFrom("registration_invites")
    .selectAll()
    .orderBy("created_at")
    .execute();
}

export async function insertInvite(
  db: Reader,
  invite: Pick<InviteRow, "code" | "created_at" | "max_uses">,
): Promise<void> {
  await db
    .sql<AccountsTables>()
    .insertInto("registration_invites")
    .values({ ...invite, uses: 0, claimed_by: null })
    .execute();
}

export async function claimInvite(db: Reader, code: string, accountId: string): Promise<void> {
  await db
    .sql<AccountsTables>()
    .updateTable("registration_invites")
    .set((row) => ({ uses: row("uses", "+", 1), claimed_by: accountId }))
    .where("code", "=", code)
    .execute();
}

export async function deleteInvite(db: Reader, code: string): Promise<boolean> {
  const result = await db
    .sql<AccountsTables>()
    .deleteFrom("registration_invites")
    .where("code", "=", code)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
