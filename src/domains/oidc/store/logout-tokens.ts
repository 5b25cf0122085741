import type { Tx } from "../../../declare/tx.ts";
import type { OidcTables } from "../tables.ts";

/** Returns false if it was presented before. */
export async function insertLogoutToken(tx: Tx, digest: string, expires: number): Promise<boolean> {
  const inserted = await tx
    .sql<OidcTables>()
    .insertInto("logout_tokens")
    .values({ digest, expires })
    .onConflict((conflict) => conflict.column("digest").doNothing())
    .returning("digest")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function deleteExpiredLogoutTokens(tx: Tx): Promise<void> {
  const now = tx.services.clock.now();
  await tx.sql<OidcTables>().deleteFrom("logout_tokens").where("expires", "<=", now).execute();
}
