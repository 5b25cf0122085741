import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { endAllSessions } from "../actions/sessions.ts";
import { AllSessionsDeleted } from "../events.ts";

export const revokeAllSessionsRoute = route({
  id: "revoke_all_revoke_all",
  method: "DELETE",
  path: "/auth/session/all",
  summary: "End all of the caller's sessions except this one; with `revoke_self` this one too.",
  auth: "session",
  limit: { bucket: "auth_delete" },
  query: Type.Object({ revoke_self: Type.Optional(Type.Boolean()) }),
  reply: NoContent,
  errors: [],
  emits: [AllSessionsDeleted],
  handle: ({ query, caller, tx }) =>
    endAllSessions(tx, caller.userId, query.revoke_self ? null : caller.sessionId),
});
