import type { Services } from "../../../declare/services.ts";
import type { AnyTx } from "../../../declare/tx.ts";
import type { LogoutToken } from "../../../platform/oidc/logout-token.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import { deleteTicket, endSession } from "../../accounts/index.ts";
import { insertLogoutToken } from "../store/logout-tokens.ts";
import {
  deleteProviderSession,
  insertProviderSession,
  listProviderSessions,
} from "../store/provider-sessions.ts";
import type { IdentityRow, ProviderSessionRow } from "../tables.ts";

/** How often a provider is asked about a session that is open. */
export const refreshIntervalMs = 30_000;

/**
 * What a refresh token is sealed for. A copy of the server at another host cannot open it: providers accept a token once,
 * so its use there would end the session of the original.
 */
export function refreshPurpose({ config }: Services, id: string): string {
  const host = config.public_url === "" ? "" : new URL(config.public_url).host;
  return `refresh token:${id}:${host}`;
}

interface NewProviderSession {
  readonly provider: string;
  readonly sid: string | undefined;
  readonly ticketId: string;
  readonly refreshToken: string | undefined;
}

/** Remembers from which session at a provider the session that the ticket will open has come. */
export async function keepProviderSession(
  tx: AnyTx,
  { id: identity_id }: IdentityRow,
  { provider, sid, ticketId, refreshToken }: NewProviderSession,
): Promise<void> {
  const { ids, clock, vault } = tx.services;
  const id = ids.next();
  const now = clock.now();
  const sealed = refreshToken && vault.seal(refreshToken, refreshPurpose(tx.services, id));
  await insertProviderSession(tx, {
    id,
    identity_id,
    provider,
    sid: sid ?? null,
    ticket_id: ticketId,
    session_id: null,
    refresh_token_sealed: sealed ?? null,
    refresh_at: sealed === undefined ? null : now + refreshIntervalMs,
    failures: 0,
    created_at: now,
  });
}

/** Ends the session here, or the sign-in if its ticket has not been exchanged yet. */
export async function endProviderSession(
  tx: AnyTx,
  { id, session_id, ticket_id }: ProviderSessionRow,
  userId: string,
): Promise<void> {
  await deleteProviderSession(tx, id);
  await deleteTicket(tx, ticket_id);
  if (session_id !== null) await endSession(tx, { sessionId: session_id, userId });
}

/** Ends what was signed in to from the session, or by the person, that a provider has logged out. False for a replay. */
export async function logOutByProvider(tx: AnyTx, token: LogoutToken): Promise<boolean> {
  const digest = digestToken(JSON.stringify([token.issuer, token.id]));
  if (!(await insertLogoutToken(tx, digest, token.expires))) return false;
  for (const session of await listProviderSessions(tx, token))
    await endProviderSession(tx, session, session.account_id);
  return true;
}
