import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { maxListed } from "../../../protocol/schema.ts";
import { listInvites } from "../../accounts/index.ts";
import { AdminInvite } from "../model.ts";
import { inviteView } from "../rules/views.ts";

export const listRegistrationInvitesRoute = route({
  id: "admin_list_invites",
  method: "GET",
  path: "/admin/invites",
  summary: "List the codes for registration, oldest first.",
  auth: "operator",
  limit: { bucket: "admin" },
  reply: Type.Array(AdminInvite, { maxItems: maxListed }),
  errors: [],
  handle: async ({ db }) => (await listInvites(db, { limit: maxListed, after: undefined })).map(inviteView),
});
