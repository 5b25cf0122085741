import type { Tx } from "../../../declare/tx.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import type { OidcTables, PendingLinkRow } from "../tables.ts";
import { flowLifetimeMs } from "./flows.ts";

export async function insertPendingLink(tx: Tx, link: PendingLinkRow): Promise<void> {
  await tx.sql<OidcTables>().insertInto("pending_links").values(link).execute();
}

/** Removes it and returns it if it is still valid. */
export async function takePendingLink(tx: Tx, token: string): Promise<PendingLinkRow | undefined> {
  const link = await tx
    .sql<OidcTables>()
    .deleteFrom("pending_links")
    .where("token_digest", "=", digestToken(token))
    .returningAll()
    .executeTakeFirst();
  return link && tx.services.clock.now() < link.created_at + flowLifetimeMs ? link : undefined;
}

export async function deleteLinksOf(tx: Tx, accountId: string): Promise<void> {
  await tx.sql<OidcTables>().deleteFrom("pending_links").where("account_id", "=", accountId).execute();
}

export async function deleteExpiredLinks(tx: Tx): Promise<void> {
  const newest = tx.services.clock.now() - flowLifetimeMs;
  await tx.sql<OidcTables>().deleteFrom("pending_links").where("created_at", "<=", newest).execute();
}
