import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { endSession } from "../actions/sessions.ts";
import { SessionDeleted } from "../events.ts";

export const logoutRoute = route({
  id: "logout_logout",
  method: "POST",
  path: "/auth/session/logout",
  summary: "End the session that makes this request.",
  auth: "session",
  limit: { bucket: "auth" },
  reply: NoContent,
  errors: [],
  emits: [SessionDeleted],
  handle: ({ caller, tx }) => endSession(tx, caller),
});
