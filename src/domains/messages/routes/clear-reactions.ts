import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { requireMessage } from "../actions/require-message.ts";
import { MessageUpdated } from "../events.ts";
import { deleteReactions, lockMessage } from "../store/reactions.ts";

export const clearReactionsRoute = route({
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
    const { message } = await requireMessage({ db: tx, caller, fail }, params, "ManageMessages");
    await lockMessage(tx, message);
    await deleteReactions(tx, message);
    const { id, channel_id: channel } = message;
    tx.emit(MessageUpdated, { id, channel, data: { reactions: {} }, clear: [] });
  },
});
