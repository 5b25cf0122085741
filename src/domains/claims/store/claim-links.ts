import type { Reader, Tx } from "../../../declare/tx.ts";
import type { ClaimLinkRow, ClaimsTables } from "../tables.ts";

export async function insertClaimLink(tx: Tx, link: ClaimLinkRow): Promise<void> {
  await tx.sql<ClaimsTables>().insertInto("claim_links").values(link).execute();
}

export function findClaimLink(db: Reader, digest: string): Promise<ClaimLinkRow | undefined> {
  const links = db.sql<ClaimsTables>().selectFrom("claim_links").selectAll();
  return links.where("digest", "=", digest).executeTakeFirst();
}

export async function markLinkUsed(tx: Tx, digest: string, used_by: string): Promise<void> {
  await tx
    .sql<ClaimsTables>()
    .updateTable("claim_links")
    .set({ used_by })
    .where("digest", "=", digest)
    .execute();
}

/** The links for an imported user, which an operator replaces or takes back. */
export async function deleteClaimLinks(tx: Tx, userId: string): Promise<void> {
  await tx.sql<ClaimsTables>().deleteFrom("claim_links").where("user_id", "=", userId).execute();
}

export async function deleteClaimLinksBefore(tx: Tx, time: number): Promise<void> {
  await tx.sql<ClaimsTables>().deleteFrom("claim_links").where("expires", "<", time).execute();
}

/** Forgets an account in the links that were made for it or that it has used. */
export async function deleteClaimLinksOf(tx: Tx, accountId: string): Promise<void> {
  await tx
    .sql<ClaimsTables>()
    .deleteFrom("claim_links")
    .where((link) => link.or([link("account_id", "=", accountId), link("used_by", "=", accountId)]))
    .execute();
}

export function listClaimLinksOf(db: Reader, accountId: string): Promise<ClaimLinkRow[]> {
  return db
    .sql<ClaimsTables>()
    .selectFrom("claim_links")
    .selectAll()
    .where((link) => link.or([link("account_id", "=", accountId), link("used_by", "=", accountId)]))
    .orderBy("expires")
    .execute();
}
