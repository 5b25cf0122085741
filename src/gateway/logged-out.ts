import type { Announcement } from "../visibility/announcement.ts";
import type { Connection } from "./connection.ts";

/** Whether an announcement ends the session of a connection. Connections of bots have no session. */
export function isLoggedOutBy(
  { changes = [] }: Pick<Announcement, "changes">,
  sessionId: string | undefined,
  userId: string,
): boolean {
  return changes.some((change) => {
    if (change.kind !== "logged out" || change.user !== userId) return false;
    if (change.only !== undefined) return sessionId === change.only;
    return sessionId === undefined || sessionId !== change.except;
  });
}

export function logOut(connection: Connection): void {
  connection.sendEvent("Logout");
  connection.close("loggedOut");
}
