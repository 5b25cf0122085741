import { route } from "../../../declare/route.ts";
import { ChannelOpened, GroupJoined } from "../../channels/index.ts";
import { MemberJoined, ServerJoined } from "../../servers/index.ts";
import { joinByInvite } from "../actions/open-invite.ts";
import { InviteJoinResponse } from "../model.ts";

export const joinInviteRoute = route({
  id: "invite_join_join",
  method: "POST",
  path: "/invites/:target",
  summary: "Join a server or a group by an invite, or a discoverable server by its id.",
  auth: "user",
  noBots: true,
  limit: { bucket: "any" },
  reply: InviteJoinResponse,
  errors: [
    "TooManyServers",
    "NotFound",
    "Banned",
    "AlreadyInServer",
    "AlreadyInGroup",
    "GroupTooLarge",
    "TooManyChannels",
  ],
  emits: [MemberJoined, ServerJoined, GroupJoined, ChannelOpened],
  handle: ({ params, caller, tx }) => joinByInvite(tx, params.target, caller.userId),
});
