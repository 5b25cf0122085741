import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { addReaction } from "../actions/add-reaction.ts";
import { requireMessage } from "../actions/require-message.ts";
import { ReactionAdded } from "../events.ts";

export const addReactionRoute = route({
  id: "message_react_react_message",
  method: "PUT",
  path: "/channels/:target/messages/:msg/reactions/:emoji",
  summary: "React to a message with an emoji, or with the id of one that somebody made.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  reply: NoContent,
  errors: ["NotFound", "MissingPermission", "InvalidOperation"],
  emits: [ReactionAdded],
  async handle({ params, caller, tx, fail }) {
    const { message } = await requireMessage({ db: tx, caller, fail }, params, "React");
    await addReaction(tx, message, { emoji: params.emoji, userId: caller.userId });
  },
});
