import { route } from "../../../declare/route.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import { requireChannel } from "../../channels/index.ts";
import { createInvite as create } from "../actions/create-invite.ts";
import { Invite } from "../model.ts";
import { inviteView } from "../rules/views.ts";

export const createInviteRoute = route({
  id: "invite_create_create_invite",
  method: "POST",
  path: "/channels/:target/invites",
  summary: "Create an invite to a channel of a server, or to a group.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  headers: AuditHeaders,
  reply: Invite,
  errors: ["HeaderTooLarge", "IsBot", "NotFound", "MissingPermission", "InvalidOperation"],
  async handle({ params, headers, caller, tx, fail }) {
    const reason = readReason(headers, fail);
    if (caller.bot) throw fail("IsBot");
    const { channel } = await requireChannel({ db: tx, caller, fail }, params.target, "InviteOthers");
    if (channel.channel_type !== "TextChannel" && channel.channel_type !== "Group")
      throw fail("InvalidOperation");
    const invite = await create(tx, channel, caller.userId);
    if (channel.channel_type === "Group") return inviteView(invite);
    const action = { type: "InviteCreate", invite: invite.code, channel: channel._id } as const;
    await recordAudit(tx, { server: channel.server, by: caller.userId, reason, action });
    return inviteView(invite);
  },
});
