import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { deleteInvite } from "../../accounts/index.ts";

export const revokeRegistrationInviteRoute = route({
  id: "admin_revoke_invite",
  method: "DELETE",
  path: "/admin/invites/:target",
  summary: "Revoke a code for registration.",
  auth: "operator",
  limit: { bucket: "admin" },
  records: "invites revoke",
  reply: NoContent,
  errors: ["NotFound"],
  handle: async ({ params, tx, fail }) => {
    if (!(await deleteInvite(tx, params.target))) throw fail("NotFound");
  },
});
