import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { PermissionBits } from "../../../protocol/permission-bits.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { ChannelOpened, GroupJoined } from "../../channels/index.ts";
import { MemberJoined, MemberUpdated, RoleUpdated, ServerJoined } from "../../servers/index.ts";
import { inviteBot, inviteBotErrors } from "../actions/invite-bot.ts";
import { BotDestination } from "../model.ts";

export const inviteBotRoute = route({
  id: "invite_invite_bot",
  method: "POST",
  path: "/bots/:target/invite",
  summary:
    "Add a bot to a server that the caller manages, or to a group. In a server, it can get a role of its own.",
  auth: "user",
  noBots: true,
  limit: { bucket: "bots" },
  enforces: {
    permissions: ["ManageServer", "ManageRole", "InviteOthers"],
    why: "The body, not the path, names the server or the group.",
  },
  audited: true,
  query: Type.Object({
    permissions: Type.Optional(
      Type.With(PermissionBits, {
        description:
          "What the role allows, which the caller must hold. It has the name of the bot, cannot be given to others, and is deleted when the bot leaves.",
      }),
    ),
  }),
  body: BotDestination,
  reply: NoContent,
  errors: inviteBotErrors,
  emits: [MemberJoined, ServerJoined, GroupJoined, ChannelOpened, RoleUpdated, MemberUpdated],
  handle: ({ params, query: { permissions }, body, caller, reason, tx }) =>
    inviteBot(tx, { botId: params.target, caller, destination: body, permissions, reason }),
});
