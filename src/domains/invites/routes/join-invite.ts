import { route } from "../../../declare/route.ts";
import { limitTier } from "../../accounts/index.ts";
import {
  ChannelOpened,
  findGroup,
  GroupJoined,
  joinGroup,
  viewRecipients,
} from "../../conversations/index.ts";
import {
  countServersOf,
  findMember,
  findServer,
  isBanned,
  joinServer,
  MemberJoined,
  ServerJoined,
} from "../../servers/index.ts";
import { InviteJoinResponse } from "../model.ts";
import { findOpenInvite } from "../store.ts";

export const joinInviteRoute = route({
  id: "invite_join_join",
  method: "POST",
  path: "/invites/:target",
  summary: "Join a server or a group by an invite, or a discoverable server by its id.",
  auth: "user",
  limit: { bucket: "any" },
  reply: InviteJoinResponse,
  errors: [
    "IsBot",
    "TooManyServers",
    "NotFound",
    "Banned",
    "AlreadyInServer",
    "AlreadyInGroup",
    "GroupTooLarge",
  ],
  emits: [MemberJoined, ServerJoined, GroupJoined, ChannelOpened],
  async handle({ params, caller: { userId, bot }, tx, services, fail }) {
    if (bot) throw fail("IsBot");
    const max = limitTier(userId, services.clock.now(), services.config).servers;
    if ((await countServersOf(tx, userId)) > max) throw fail("TooManyServers", { max });
    const invite = await findOpenInvite(tx, params.target);
    if (!invite) throw fail("NotFound");
    if (invite.server_id === null) {
      const group = await findGroup(tx, invite.channel_id);
      if (!group) throw fail("NotFound");
      const channel = await joinGroup(tx, group, { userId, by: invite.creator_id });
      return { type: "Group" as const, channel, users: await viewRecipients(tx, userId, channel) };
    }
    const server = await findServer(tx, invite.server_id);
    if (!server) throw fail("NotFound");
    if (await isBanned(tx, server.id, userId)) throw fail("Banned");
    if (await findMember(tx, server.id, userId)) throw fail("AlreadyInServer");
    return { type: "Server" as const, ...(await joinServer(tx, server, userId)) };
  },
});
