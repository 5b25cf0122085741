import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { endSession } from "../actions/end-sessions.ts";
import { SessionDeleted } from "../events.ts";

export const logoutRoute = route({
  id: "logout_logout",
  method: "POST",
  path: "/auth/session/logout",
  summary: "End the session that makes this call.",
  auth: "session",
  limit: { bucket: "auth" },
  reply: NoContent,
  errors: [],
  emits: [SessionDeleted],
  async handle({ caller, tx }) {
    await endSession(tx, { id: caller.sessionId, user_id: caller.userId });
  },
});
