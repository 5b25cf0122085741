import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { SessionDeleted } from "../../accounts/index.ts";
import { endAnySession } from "../actions/end-any-session.ts";

export const endAnySessionRoute = route({
  id: "admin_end_session",
  method: "DELETE",
  path: "/admin/users/:target/sessions/:session",
  summary: "End one session of a user.",
  auth: "operator",
  limit: { bucket: "admin" },
  records: "accounts logout",
  reply: NoContent,
  errors: ["NotFound"],
  emits: [SessionDeleted],
  handle: ({ params, tx }) => endAnySession(tx, { sessionId: params.session, userId: params.target }),
});
