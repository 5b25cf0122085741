import type { Reader, Tx } from "../../../declare/tx.ts";
import { countBoundTo } from "../../operators/index.ts";
import type { OidcTables, ProviderSessionRow } from "../tables.ts";
import { flowLifetimeMs } from "./flows.ts";

export async function insertProviderSession(tx: Tx, session: ProviderSessionRow): Promise<void> {
  await tx.sql<OidcTables>().insertInto("provider_sessions").values(session).execute();
}

/** Names the session that was opened with a ticket. */
export async function attachSession(
  tx: Tx,
  { ticketId, sessionId }: { ticketId: string; sessionId: string },
): Promise<void> {
  await updating(tx).set({ session_id: sessionId }).where("ticket_id", "=", ticketId).execute();
}

export function findProviderSession(db: Reader, id: string): Promise<ProviderSessionRow | undefined> {
  const sessions = db.sql<OidcTables>().selectFrom("provider_sessions").selectAll();
  return sessions.where("id", "=", id).executeTakeFirst();
}

/** Those of an issuer, of the subject and with the name that are given. */
export function listProviderSessions(
  db: Reader,
  { issuer, subject, sid }: { issuer: string; subject: string | undefined; sid: string | undefined },
): Promise<(ProviderSessionRow & { account_id: string })[]> {
  let query = db
    .sql<OidcTables>()
    .selectFrom("provider_sessions")
    .innerJoin("identities", "identities.id", "provider_sessions.identity_id")
    .selectAll("provider_sessions")
    .select("identities.account_id")
    .where("issuer", "=", issuer);
  if (subject !== undefined) query = query.where("subject", "=", subject);
  if (sid !== undefined) query = query.where("sid", "=", sid);
  return query.orderBy("provider_sessions.id").execute();
}

/** Those of a provider that it is to be asked about, the longest due first. */
export function listDue(
  db: Reader,
  { provider, now, limit }: { provider: string; now: number; limit: number },
): Promise<{ id: string }[]> {
  return db
    .sql<OidcTables>()
    .selectFrom("provider_sessions")
    .select("id")
    .where("refresh_at", "<=", now)
    .where("provider", "=", provider)
    .where("session_id", "is not", null)
    .orderBy("refresh_at")
    .limit(limit)
    .execute();
}

/** Sets when they are next due, and returns those that were due as given: of two callers, one gets a session. */
export function postponeRefreshes(
  tx: Tx,
  ids: readonly string[],
  { until, due: [comparison, time] }: { until: number; due: ["=" | "<=", number] },
): Promise<ProviderSessionRow[]> {
  const query = updating(tx).set({ refresh_at: until }).where("id", "in", ids);
  return query.where("refresh_at", comparison, time).returningAll().execute();
}

export async function updateProviderSession(
  tx: Tx,
  id: string,
  changes: Partial<ProviderSessionRow>,
): Promise<void> {
  await updating(tx).set(changes).where("id", "=", id).execute();
}

export async function deleteProviderSession(tx: Tx, id: string): Promise<void> {
  await tx.sql<OidcTables>().deleteFrom("provider_sessions").where("id", "=", id).execute();
}

/** Those whose ticket nobody has exchanged. */
export async function deleteUnusedProviderSessions(tx: Tx): Promise<void> {
  const newest = tx.services.clock.now() - flowLifetimeMs;
  await tx
    .sql<OidcTables>()
    .deleteFrom("provider_sessions")
    .where("session_id", "is", null)
    .where("created_at", "<=", newest)
    .execute();
}

export const countRefreshTokens = countBoundTo<OidcTables>(
  {
    what: "refresh tokens of identity providers",
    afterwards:
      "Providers are not asked about these sessions any more. They stay open until their people log out.",
  },
  (db) => db.selectFrom("provider_sessions").where("refresh_token_sealed", "is not", null),
);

/** Nobody can read the tokens without the secrets that sealed them. */
export async function dropRefreshTokens(tx: Tx): Promise<void> {
  await updating(tx)
    .set({ refresh_token_sealed: null, refresh_at: null })
    .where("refresh_token_sealed", "is not", null)
    .execute();
}

const updating = (tx: Tx) => tx.sql<OidcTables>().updateTable("provider_sessions");
