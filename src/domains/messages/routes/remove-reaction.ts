import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { Id, NoContent } from "../../../protocol/schema.ts";
import { messageTarget } from "../actions/message-target.ts";
import { removeReactions } from "../actions/reactions.ts";
import { ReactionRemoved, ReactionsRemoved } from "../events.ts";

export const removeReactionRoute = route({
  id: "message_unreact_unreact_message",
  method: "DELETE",
  path: "/channels/:target/messages/:msg/reactions/:emoji",
  summary: "Remove one's reaction; with ManageMessages that of another user, or all with this emoji.",
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
    user_id: Type.Optional(
      Type.With(Id, { description: "The user whose reaction to remove; by default the caller." }),
    ),
    remove_all: Type.Optional(Type.Boolean({ description: "Remove the reactions of all users." })),
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
