import type { Tx } from "../../../declare/tx.ts";
import type { FlowRow, OidcTables } from "../tables.ts";

/** How long somebody may take at the provider. */
export const flowLifetimeMs = 10 * 60_000;

export async function insertFlow(tx: Tx, flow: FlowRow): Promise<void> {
  await tx.sql<OidcTables>().insertInto("oidc_flows").values(flow).execute();
}

/** Removes the flow and returns it, so that of two callbacks with the same state one finds it. */
export async function takeFlow(tx: Tx, stateDigest: string): Promise<FlowRow | undefined> {
  const flow = await tx
    .sql<OidcTables>()
    .deleteFrom("oidc_flows")
    .where("state_digest", "=", stateDigest)
    .returningAll()
    .executeTakeFirst();
  return flow && tx.services.clock.now() < flow.created_at + flowLifetimeMs ? flow : undefined;
}

export async function deleteExpiredFlows(tx: Tx): Promise<void> {
  const newest = tx.services.clock.now() - flowLifetimeMs;
  await tx.sql<OidcTables>().deleteFrom("oidc_flows").where("created_at", "<=", newest).execute();
}

export async function deleteFlowsOf(tx: Tx, accountId: string): Promise<void> {
  await tx.sql<OidcTables>().deleteFrom("oidc_flows").where("account_id", "=", accountId).execute();
}
