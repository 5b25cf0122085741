import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { ChannelOpened, GroupJoined } from "../../channels/index.ts";
import { MemberJoined, ServerJoined } from "../../servers/index.ts";
import { inviteBot, inviteBotErrors } from "../actions/invite-bot.ts";
import { BotDestination } from "../model.ts";

export const inviteBotRoute = route({
  id: "invite_invite_bot",
  method: "POST",
  path: "/bots/:target/invite",
  summary: "Add a bot to a server that the caller manages, or to a group.",
  auth: "user",
  noBots: true,
  limit: { bucket: "bots" },
  enforces: {
    permissions: ["ManageServer", "InviteOthers"],
    why: "The body, not the path, names the server or the group.",
  },
  body: BotDestination,
  reply: NoContent,
  errors: inviteBotErrors,
  emits: [MemberJoined, ServerJoined, GroupJoined, ChannelOpened],
  handle: ({ params, body, caller, tx }) =>
    inviteBot(tx, { botId: params.target, caller, destination: body }),
});
