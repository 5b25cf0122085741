import { route } from "../../../declare/route.ts";
import { findGroup } from "../../conversations/index.ts";
import { countMembers, findServer, findTextChannel } from "../../servers/index.ts";
import { findUser } from "../../users/index.ts";
import { InviteResponse } from "../model.ts";
import { publicGroupView, publicView } from "../rules/views.ts";
import { findOpenInvite } from "../store.ts";

export const fetchInviteRoute = route({
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
    const creator = invite && (await findUser(db, invite.creator_id));
    if (!creator) throw fail("NotFound");
    const { code, channel_id, server_id } = invite;
    if (server_id === null) {
      const channel = await findGroup(db, channel_id);
      if (!channel) throw fail("NotFound");
      return publicGroupView({ code, channel, creator });
    }
    const server = await findServer(db, server_id);
    const channel = await findTextChannel(db, channel_id);
    if (!server || !channel) throw fail("NotFound");
    return publicView({ code, server, members: await countMembers(db, server_id), channel, creator });
  },
});
