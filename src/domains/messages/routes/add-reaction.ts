import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { messageTarget } from "../actions/message-target.ts";
import { addReaction } from "../actions/reactions.ts";
import { ReactionAdded } from "../events.ts";

export const addReactionRoute = route({
  id: "message_react_react_message",
  method: "PUT",
  path: "/channels/:target/messages/:msg/reactions/:emoji",
  summary: "React to a message with an emoji, or with the id of a custom one.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  on: messageTarget("target", "msg"),
  needs: "React",
  locks: true,
  reply: NoContent,
  errors: ["NotFound", "InvalidOperation"],
  emits: [ReactionAdded],
  handle: ({ access, params, caller, tx }) =>
    addReaction(tx, access.message, { emoji: params.emoji, userId: caller.userId }),
});
