import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { input } from "../../../protocol/schema.ts";
import { ChannelUpdated } from "../../channels/index.ts";
import { serverTarget } from "../../members/index.ts";
import { MessagesDeleted } from "../../messages/index.ts";
import { banUser } from "../actions/bans.ts";
import { MemberLeft, RoleDeleted } from "../events.ts";
import { ServerBan } from "../model.ts";

const maxSweepSeconds = 604_800;

export const banUserRoute = route({
  id: "ban_create_ban",
  method: "PUT",
  path: "/servers/:server/bans/:target",
  summary: "Ban a user from a server, member or not, or change the reason of a ban.",
  auth: "user",
  limit: { bucket: "servers", by: "server" },
  on: serverTarget("server"),
  enforces: {
    permissions: ["BanMembers"],
    why: "Nobody can ban themselves or the owner, which is checked first.",
  },
  audited: true,
  body: input("DataBanCreate", "The reason, and which messages to delete.", {
    reason: Type.Optional(Type.String({ maxLength: 1024 })),
    delete_message_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxSweepSeconds,
        description: "Deletes the user's messages of this time.",
      }),
    ),
  }),
  reply: ServerBan,
  errors: ["NotFound", "CannotRemoveYourself", "InvalidOperation", "MissingPermission", "NotElevated"],
  emits: [MemberLeft, RoleDeleted, MessagesDeleted, ChannelUpdated],
  handle: ({ access, params, body, caller, reason, tx }) =>
    banUser(tx, access, {
      userId: params.target,
      by: caller.userId,
      banReason: body.reason,
      reason,
      sweepSeconds: body.delete_message_seconds,
    }),
});
