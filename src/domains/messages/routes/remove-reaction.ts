import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { messageTarget } from "../actions/message-target.ts";
import { removeReactions } from "../actions/reactions.ts";
import { ReactionRemoved, ReactionsRemoved } from "../events.ts";

export const removeReactionRoute = route({
  id: "message_unreact_unreact_message",
  method: "DELETE",
  path: "/channels/:target/messages/:msg/reactions/:emoji",
  summary: "Take back a reaction; with the permission that of somebody else, or all with this emoji.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  on: messageTarget("target", "msg"),
  needs: "React",
  alsoNeeds: {
    among: ["ManageMessages"],
    choose: ({ query }) => (query.user_id !== undefined || query.remove_all ? ["ManageMessages"] : []),
  },
  locks: true,
  query: Type.Object({
    user_id: Type.Optional(Type.String({ description: "Whose reaction; one's own without it." })),
    remove_all: Type.Optional(Type.Boolean({ description: "Everybody's." })),
  }),
  reply: NoContent,
  errors: ["NotFound"],
  emits: [ReactionRemoved, ReactionsRemoved],
  handle: ({ access, params, query, caller, tx }) =>
    removeReactions(tx, access.message, {
      emoji: params.emoji,
      of: query.remove_all ? "everybody" : { userId: query.user_id ?? caller.userId },
    }),
});
