import type { ListPage } from "../../../declare/page.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import type { AccountsTables, RegistrationInviteRow } from "../tables.ts";

export function findInvite(db: Reader, code: string): Promise<RegistrationInviteRow | undefined> {
  return db
    .sql<AccountsTables>()
    .selectFrom("registration_invites")
    .selectAll()
    .where("code", "=", code)
    .executeTakeFirst();
}

/** Oldest first. */
export async function listInvites(db: Reader, { limit, after }: ListPage): Promise<RegistrationInviteRow[]> {
  const last = after === undefined ? undefined : await findInvite(db, after);
  let rows = db.sql<AccountsTables>().selectFrom("registration_invites").selectAll();
  if (last)
    rows = rows.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("created_at", "code"), ">", tuple(last.created_at, last.code)),
    );
  return rows.orderBy("created_at").orderBy("code").limit(limit).execute();
}

export async function insertInvite(
  tx: Tx,
  invite: Pick<RegistrationInviteRow, "code" | "created_at" | "max_uses">,
): Promise<RegistrationInviteRow> {
  const row = { ...invite, uses: 0, claimed_by: null };
  await tx.sql<AccountsTables>().insertInto("registration_invites").values(row).execute();
  return row;
}

export async function claimInvite(tx: Tx, code: string, accountId: string): Promise<void> {
  await tx
    .sql<AccountsTables>()
    .updateTable("registration_invites")
    .set((row) => ({ uses: row("uses", "+", 1), claimed_by: accountId }))
    .where("code", "=", code)
    .execute();
}

export async function deleteInvite(tx: Tx, code: string): Promise<boolean> {
  const result = await tx
    .sql<AccountsTables>()
    .deleteFrom("registration_invites")
    .where("code", "=", code)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
