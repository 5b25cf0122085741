import type { Tx } from "../../../store/tx.ts";
import { AllSessionsDeleted, SessionDeleted } from "../events.ts";
import { deleteSession, deleteSessionsExcept } from "../store/sessions.ts";

export async function endSession(
  tx: Tx<SessionDeleted>,
  session: { id: string; user_id: string },
): Promise<void> {
  await deleteSession(tx, session.id);
  tx.emit(SessionDeleted, { event_type: "DeleteSession", user_id: session.user_id, session_id: session.id });
}

/** Ends all sessions of a user, or all but the one named. */
export async function endAllSessions(
  tx: Tx<AllSessionsDeleted>,
  userId: string,
  kept: string | null = null,
): Promise<void> {
  await deleteSessionsExcept(tx, userId, kept);
  tx.emit(AllSessionsDeleted, { event_type: "DeleteAllSessions", user_id: userId, exclude_session_id: kept });
}
