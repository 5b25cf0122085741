import { route } from "../../../declare/route.ts";
import { createRegistrationInvite } from "../../accounts/index.ts";
import { AdminInvite, AdminInviteDraft } from "../model.ts";
import { inviteView } from "../rules/views.ts";

export const createRegistrationInviteRoute = route({
  id: "admin_create_invite",
  method: "POST",
  path: "/admin/invites",
  summary: "Create a code for registration.",
  auth: "operator",
  limit: { bucket: "admin" },
  records: "invites create",
  body: AdminInviteDraft,
  reply: AdminInvite,
  errors: [],
  handle: async ({ body, tx }) => inviteView(await createRegistrationInvite(tx, body.max_uses ?? null)),
});
