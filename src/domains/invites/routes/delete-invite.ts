import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { deleteInvite, inviteTarget } from "../actions/invites.ts";

export const deleteInviteRoute = route({
  id: "invite_delete_delete",
  method: "DELETE",
  path: "/invites/:target",
  summary: "Delete an invite, as its creator, as the owner of its group or with permission in its server.",
  auth: "user",
  limit: { bucket: "any" },
  on: inviteTarget("target"),
  needs: {
    among: ["ManageServer"],
    choose: ({ access: { invite }, caller }) => (invite.creator_id === caller.userId ? [] : ["ManageServer"]),
  },
  locks: true,
  audited: true,
  reply: NoContent,
  errors: [],
  handle: ({ access, caller, reason, tx }) => deleteInvite(tx, access, { by: caller.userId, reason }),
});
