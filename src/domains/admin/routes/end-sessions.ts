import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { AllSessionsDeleted, endAllSessions } from "../../accounts/index.ts";
import { requireAccountOf } from "../actions/require-user.ts";

export const endAnySessionsRoute = route({
  id: "admin_end_sessions",
  method: "DELETE",
  path: "/admin/users/:target/sessions",
  summary: "End all sessions of a user.",
  auth: "operator",
  limit: { bucket: "admin" },
  records: "accounts logout",
  reply: NoContent,
  errors: ["NotFound"],
  emits: [AllSessionsDeleted],
  async handle({ params, tx }) {
    const { id } = await requireAccountOf(tx, params.target);
    await endAllSessions(tx, id);
  },
});
