import type { Tx } from "../../../declare/tx.ts";
import { randomToken } from "../../../platform/ids/ids.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import { AllSessionsDeleted, SessionDeleted } from "../events.ts";
import type { LoginReply, SessionInfo } from "../model.ts";
import { isSessionExpired } from "../rules/session-expiry.ts";
import {
  deleteSession,
  deleteSessionsExcept,
  findSession,
  insertSession,
  listSurplusSessions,
  updateSessionName,
} from "../store/sessions.ts";
import type { AccountRow, SessionRow } from "../tables.ts";

export interface LoginDetails {
  readonly name: string | undefined;
  /** When a second factor was proved; null if none was. */
  readonly secondFactorAt: number | null;
}

/** Unless the account is disabled. */
export async function openSession(
  tx: Tx<SessionDeleted>,
  account: AccountRow,
  { name = "Unknown", secondFactorAt }: LoginDetails,
): Promise<LoginReply> {
  if (account.disabled) return { result: "Disabled", user_id: account.id };
  const { ids, clock, config } = tx.services;
  const token = randomToken(64);
  const now = clock.now();
  const session = { id: ids.next(), user_id: account.id, name, last_seen: now };
  await insertSession(tx, { ...session, token_digest: digestToken(token), confirmed_at: secondFactorAt });
  await endSurplusSessions(tx, session);
  return {
    result: "Success",
    _id: session.id,
    user_id: account.id,
    token,
    name,
    last_seen: new Date(now).toISOString(),
    ...(config.public_url !== "" && { origin: new URL(config.public_url).host }),
  };
}

/** Keeps the number of sessions below the limit. Sessions that were not used for longest end first, `newest` never. */
async function endSurplusSessions(
  tx: Tx<SessionDeleted>,
  newest: Pick<SessionRow, "id" | "user_id">,
): Promise<void> {
  const { max_sessions } = tx.services.config.accounts;
  if (max_sessions === 0) return;
  const kept = { keptId: newest.id, others: max_sessions - 1 };
  for (const { id } of await listSurplusSessions(tx, newest.user_id, kept))
    await endSession(tx, { sessionId: id, userId: newest.user_id });
}

/** Ends those of these sessions that have expired and were not used meanwhile. */
export async function endExpiredSessions(
  tx: Tx<SessionDeleted>,
  sessions: readonly { readonly id: string }[],
): Promise<void> {
  const { clock, config } = tx.services;
  for (const { id } of sessions) {
    const session = await findSession(tx, id);
    const used = session && { sessionId: id, lastSeen: session.last_seen };
    if (used && isSessionExpired(used, config.sessions, clock.now()))
      await endSession(tx, { sessionId: id, userId: session.user_id });
  }
}

/** A session as its user addresses it. */
interface SessionReference {
  readonly sessionId: string;
  readonly userId: string;
}

export async function renameSession(
  tx: Tx<never, "UnknownUser" | "InvalidSession">,
  { sessionId, userId }: SessionReference,
  name: string,
): Promise<SessionInfo> {
  const session = await findSession(tx, sessionId);
  if (!session) throw tx.fail("UnknownUser");
  if (session.user_id !== userId) throw tx.fail("InvalidSession");
  await updateSessionName(tx, session.id, name);
  return { _id: session.id, name };
}

export async function revokeSession(
  tx: Tx<SessionDeleted, "UnknownUser" | "InvalidToken">,
  reference: SessionReference,
): Promise<void> {
  const session = await findSession(tx, reference.sessionId);
  if (!session) throw tx.fail("UnknownUser");
  if (session.user_id !== reference.userId) throw tx.fail("InvalidToken");
  await endSession(tx, reference);
}

export async function endSession(
  tx: Tx<SessionDeleted>,
  { sessionId, userId }: SessionReference,
): Promise<void> {
  await deleteSession(tx, sessionId);
  tx.emit(SessionDeleted, { event_type: "DeleteSession", user_id: userId, session_id: sessionId });
}

/** Ends all sessions of a user except `keptId`, if it is given. */
export async function endAllSessions(
  tx: Tx<AllSessionsDeleted>,
  userId: string,
  keptId: string | null = null,
): Promise<void> {
  await deleteSessionsExcept(tx, userId, keptId);
  tx.emit(AllSessionsDeleted, {
    event_type: "DeleteAllSessions",
    user_id: userId,
    exclude_session_id: keptId,
  });
}
