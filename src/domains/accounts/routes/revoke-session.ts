import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { endSession } from "../actions/end-sessions.ts";
import { SessionDeleted } from "../events.ts";
import { findSession } from "../store/sessions.ts";

export const revokeSessionRoute = route({
  id: "revoke_revoke",
  method: "DELETE",
  path: "/auth/session/:id",
  summary: "End one of one's sessions.",
  auth: "session",
  limit: { bucket: "auth_delete" },
  reply: NoContent,
  errors: ["UnknownUser", "InvalidToken"],
  emits: [SessionDeleted],
  async handle({ params, caller, tx, fail }) {
    const session = await findSession(tx, params.id);
    if (!session) throw fail("UnknownUser");
    if (session.user_id !== caller.userId) throw fail("InvalidToken");
    await endSession(tx, session);
  },
});
