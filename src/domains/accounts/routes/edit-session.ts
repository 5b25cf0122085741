import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { input } from "../../../protocol/schema.ts";
import { SessionInfo } from "../model.ts";
import { findSession, renameSession } from "../store/sessions.ts";

export const editSessionRoute = route({
  id: "edit_edit",
  method: "PATCH",
  path: "/auth/session/:id",
  summary: "Rename one of one's sessions.",
  auth: "session",
  limit: { bucket: "auth" },
  body: input("DataEditSession", "The new name.", { friendly_name: Type.String() }),
  reply: SessionInfo,
  errors: ["UnknownUser", "InvalidSession"],
  async handle({ params, body, caller, tx, fail }) {
    const session = await findSession(tx, params.id);
    if (!session) throw fail("UnknownUser");
    if (session.user_id !== caller.userId) throw fail("InvalidSession");
    await renameSession(tx, session.id, body.friendly_name);
    return { _id: session.id, name: body.friendly_name };
  },
});
