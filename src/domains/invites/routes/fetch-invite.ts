import { route } from "../../../declare/route.ts";
import { findTextChannel } from "../../channels/index.ts";
import { countMembers, findServer } from "../../servers/index.ts";
import { findUser } from "../../users/index.ts";
import { InviteResponse } from "../model.ts";
import { publicView } from "../rules/views.ts";
import { findOpenInvite } from "../store.ts";

export const fetchInvite = route({
  id: "invite_fetch_fetch",
  method: "GET",
  path: "/invites/:target",
  summary: "See where an invite, or the id of a discoverable server, leads to.",
  auth: "none",
  limit: { bucket: "any" },
  reply: InviteResponse,
  errors: ["NotFound"],
  async handle({ params, db, fail }) {
    const invite = await findOpenInvite(db, params.target);
    const server = invite && (await findServer(db, invite.server_id));
    const creator = invite && (await findUser(db, invite.creator_id));
    const channel = invite && (await findTextChannel(db, invite.channel_id));
    if (!server || !creator || !channel) throw fail("NotFound");
    return publicView({
      code: invite.code,
      server,
      members: await countMembers(db, server.id),
      channel,
      creator,
    });
  },
});
