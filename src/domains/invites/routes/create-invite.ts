import { route } from "../../../declare/route.ts";
import { createInvite } from "../actions/invites.ts";
import { Invite, InviteDraft } from "../model.ts";

export const createInviteRoute = route({
  id: "invite_create_create_invite",
  method: "POST",
  path: "/channels/:target/invites",
  summary: "Create an invite to a channel of a server, or to a group.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  enforces: {
    permissions: ["InviteOthers"],
    why: "Bots are refused before the channel is loaded, but after the reason for the audit log is read.",
  },
  audited: true,
  body: InviteDraft,
  hasOptionalBody: true,
  reply: Invite,
  errors: ["IsBot", "NotFound", "MissingPermission", "InvalidOperation"],
  handle: ({ params, caller, reason, body, tx }) =>
    createInvite(tx, { channelId: params.target, caller, reason, draft: body }),
});
