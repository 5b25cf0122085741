import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { revokeSession } from "../actions/sessions.ts";
import { SessionDeleted } from "../events.ts";

export const revokeSessionRoute = route({
  id: "revoke_revoke",
  method: "DELETE",
  path: "/auth/session/:id",
  summary: "End one of the caller's sessions.",
  auth: "session",
  limit: { bucket: "auth_delete" },
  reply: NoContent,
  errors: ["UnknownUser", "InvalidToken"],
  emits: [SessionDeleted],
  handle: ({ params, caller, tx }) => revokeSession(tx, { sessionId: params.id, userId: caller.userId }),
});
