import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../declare/schema.ts";
import { lookAtMessage } from "../actions/look-at-message.ts";
import { MessageUpdated } from "../events.ts";
import { deleteReactions, holdMessage } from "../store/reactions.ts";

export const clearReactions = route({
  id: "message_clear_reactions_clear_reactions",
  method: "DELETE",
  path: "/channels/:target/messages/:msg/reactions",
  summary: "Remove all reactions to a message.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  reply: NoContent,
  errors: ["NotFound", "MissingPermission"],
  emits: [MessageUpdated],
  async handle({ params, caller, tx, fail }) {
    const { message } = await lookAtMessage({ db: tx, caller, fail }, params, "ManageMessages");
    await holdMessage(tx, message);
    await deleteReactions(tx, message);
    const { id, channel_id: channel } = message;
    tx.emit(MessageUpdated, { id, channel, data: { reactions: {} }, clear: [] });
  },
});
