import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { requireChannel } from "../../channels/index.ts";
import { ChannelOpened, GroupJoined, joinGroup } from "../../conversations/index.ts";
import {
  findMember,
  isBanned,
  joinServer,
  MemberJoined,
  requireServerPermission,
  ServerJoined,
} from "../../servers/index.ts";
import { BotDestination } from "../model.ts";
import { findBot } from "../store/bots.ts";

export const inviteBotRoute = route({
  id: "invite_invite_bot",
  method: "POST",
  path: "/bots/:target/invite",
  summary: "Bring a bot into a server that one manages, or into a group.",
  auth: "user",
  limit: { bucket: "bots" },
  body: BotDestination,
  reply: NoContent,
  errors: [
    "IsBot",
    "NotFound",
    "BotIsPrivate",
    "MissingPermission",
    "Banned",
    "AlreadyInServer",
    "AlreadyInGroup",
    "GroupTooLarge",
    "InvalidOperation",
  ],
  emits: [MemberJoined, ServerJoined, GroupJoined, ChannelOpened],
  async handle({ params, body, caller, tx, fail }) {
    if (caller.bot) throw fail("IsBot");
    const bot = await findBot(tx, params.target);
    if (!bot) throw fail("NotFound");
    if (!bot.public && bot.owner_id !== caller.userId) throw fail("BotIsPrivate");
    const context = { db: tx, caller, fail };
    if ("server" in body) {
      const { server } = await requireServerPermission(context, body.server, "ManageServer");
      if (await isBanned(tx, server.id, bot.id)) throw fail("Banned");
      if (await findMember(tx, server.id, bot.id)) throw fail("AlreadyInServer");
      await joinServer(tx, server, bot.id);
    } else {
      const { channel } = await requireChannel(context, body.group, "InviteOthers");
      if (channel.channel_type !== "Group") throw fail("InvalidOperation");
      await joinGroup(tx, channel, { userId: bot.id, by: caller.userId });
    }
  },
});
