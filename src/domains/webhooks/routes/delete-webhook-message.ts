import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { ChannelUpdated } from "../../channels/index.ts";
import { MessageDeleted } from "../../messages/index.ts";
import { deleteWebhookMessage } from "../actions/webhook-messages.ts";

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
  handle: ({ params, tx }) => deleteWebhookMessage(tx, params),
});
