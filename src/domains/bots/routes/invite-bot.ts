import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../declare/schema.ts";
import { ChannelOpened, GroupJoined, joinGroup, lookAtChannel } from "../../channels/index.ts";
import {
  enterServer,
  findMember,
  isBanned,
  lookWith,
  MemberJoined,
  ServerJoined,
} from "../../servers/index.ts";
import { BotDestination } from "../model.ts";
import { findBot } from "../store/bots.ts";

export const inviteBot = route({
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
    const looking = { db: tx, caller, fail };
    if ("server" in body) {
      const { server } = await lookWith(looking, body.server, "ManageServer");
      if (await isBanned(tx, server.id, bot.id)) throw fail("Banned");
      if (await findMember(tx, server.id, bot.id)) throw fail("AlreadyInServer");
      await enterServer(tx, server, bot.id);
    } else {
      const { channel } = await lookAtChannel(looking, body.group, "InviteOthers");
      if (channel.channel_type !== "Group") throw fail("InvalidOperation");
      await joinGroup(tx, channel, { userId: bot.id, by: caller.userId });
    }
  },
});
