import { route } from "../../../declare/route.ts";
import { input } from "../../../protocol/schema.ts";
import { renameSession } from "../actions/sessions.ts";
import { SessionInfo, SessionName } from "../model.ts";

export const editSessionRoute = route({
  id: "edit_edit",
  method: "PATCH",
  path: "/auth/session/:id",
  summary: "Rename one of the caller's sessions.",
  auth: "session",
  limit: { bucket: "auth" },
  body: input("DataEditSession", "The new name.", { friendly_name: SessionName }),
  reply: SessionInfo,
  errors: ["UnknownUser", "InvalidSession"],
  handle: ({ params, body, caller, tx }) =>
    renameSession(tx, { sessionId: params.id, userId: caller.userId }, body.friendly_name),
});
