import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { ChannelUpdated } from "../../conversations/index.ts";
import { MessageDeleted, removeMessages, repairLastMessages } from "../../messages/index.ts";
import { findWebhookMessage } from "../actions/find-webhook-message.ts";

export const deleteWebhookMessageRoute = route({
  id: "webhook_delete_message_webhook_delete_message",
  method: "DELETE",
  path: "/webhooks/:webhook_id/:token/:msg",
  summary: "Delete a message that was sent through a webhook.",
  auth: "none",
  limit: { bucket: "any" },
  reply: NoContent,
  errors: ["NotFound", "NotAuthenticated", "CannotDeleteMessage"],
  emits: [MessageDeleted, ChannelUpdated],
  async handle({ params, tx, fail }) {
    const { message, isOwn } = await findWebhookMessage(tx, params);
    if (!isOwn) throw fail("CannotDeleteMessage");
    const { channel_id: channel, id } = message;
    await removeMessages(tx, channel, [id]);
    tx.emit(MessageDeleted, { id, channel });
    await repairLastMessages(tx, [message]);
  },
});
