import type { Reader, Tx } from "../../../declare/tx.ts";
import type { IdentityRow, OidcTables } from "../tables.ts";

export function findIdentity(
  db: Reader,
  { issuer, subject }: Pick<IdentityRow, "issuer" | "subject">,
): Promise<IdentityRow | undefined> {
  return db
    .sql<OidcTables>()
    .selectFrom("identities")
    .selectAll()
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
}

/** In the order in which they were linked. */
export function listIdentities(db: Reader, accountId: string): Promise<IdentityRow[]> {
  const identities = db.sql<OidcTables>().selectFrom("identities").selectAll();
  return identities.where("account_id", "=", accountId).orderBy("id").execute();
}

export async function insertIdentity(tx: Tx, identity: IdentityRow): Promise<void> {
  await tx.sql<OidcTables>().insertInto("identities").values(identity).execute();
}

export async function touchIdentity(tx: Tx, id: string, label: string): Promise<void> {
  const last_used_at = tx.services.clock.now();
  await tx
    .sql<OidcTables>()
    .updateTable("identities")
    .set({ label, last_used_at })
    .where("id", "=", id)
    .execute();
}

export async function updateGrants(tx: Tx, id: string, grants: string): Promise<void> {
  await tx.sql<OidcTables>().updateTable("identities").set({ grants }).where("id", "=", id).execute();
}

export function findIdentityById(db: Reader, id: string): Promise<IdentityRow | undefined> {
  const identities = db.sql<OidcTables>().selectFrom("identities").selectAll();
  return identities.where("id", "=", id).executeTakeFirst();
}

export async function deleteIdentity(tx: Tx, id: string): Promise<void> {
  await tx.sql<OidcTables>().deleteFrom("identities").where("id", "=", id).execute();
}

export async function deleteIdentitiesOf(tx: Tx, accountId: string): Promise<void> {
  await tx.sql<OidcTables>().deleteFrom("identities").where("account_id", "=", accountId).execute();
}
