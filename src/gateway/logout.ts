import type { Announcement } from "../protocol/event.ts";

/** Whether an announcement ends the session of this connection. */
export function isLoggedOutBy(
  { changes = [] }: Announcement,
  sessionId: string | undefined,
  userId: string,
): boolean {
  return changes.some((change) => {
    if (change.kind !== "logged out" || change.user !== userId) return false;
    if (change.only !== undefined) return sessionId === change.only;
    return sessionId === undefined || sessionId !== change.except;
  });
}
