import type { Reader, Tx } from "../../../declare/tx.ts";
import type { AccountsTables, PasskeyRow } from "../tables.ts";

/** Oldest first. */
export function listPasskeys(db: Reader, accountId: string): Promise<PasskeyRow[]> {
  const passkeys = db.sql<AccountsTables>().selectFrom("passkeys").selectAll();
  return passkeys.where("account_id", "=", accountId).orderBy("id").execute();
}

export function findPasskey(
  db: Reader,
  by: "id" | "credential_id",
  value: string,
): Promise<PasskeyRow | undefined> {
  return db.sql<AccountsTables>().selectFrom("passkeys").selectAll().where(by, "=", value).executeTakeFirst();
}

export async function insertPasskey(tx: Tx, passkey: PasskeyRow): Promise<void> {
  await tx.sql<AccountsTables>().insertInto("passkeys").values(passkey).execute();
}

export async function updatePasskey(
  tx: Tx,
  id: string,
  changes: Partial<Pick<PasskeyRow, "name" | "counter" | "last_used_at">>,
): Promise<void> {
  await tx.sql<AccountsTables>().updateTable("passkeys").set(changes).where("id", "=", id).execute();
}

export async function deletePasskey(tx: Tx, id: string): Promise<void> {
  await tx.sql<AccountsTables>().deleteFrom("passkeys").where("id", "=", id).execute();
}

/** Deletes the passkeys that an account has added since then. */
export async function deletePasskeysSince(tx: Tx, accountId: string, since: number): Promise<void> {
  await tx
    .sql<AccountsTables>()
    .deleteFrom("passkeys")
    .where("account_id", "=", accountId)
    .where("created_at", ">=", since)
    .execute();
}
