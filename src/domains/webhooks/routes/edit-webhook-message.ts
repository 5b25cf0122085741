import { route } from "../../../declare/route.ts";
import { Message, MessageEdit, MessageUpdated } from "../../messages/index.ts";
import { editWebhookMessage } from "../actions/webhook-messages.ts";

export const editWebhookMessageRoute = route({
  id: "webhook_edit_message_webhook_edit_message",
  method: "PATCH",
  path: "/webhooks/:webhook_id/:token/:msg",
  summary: "Edit a message that was sent through a webhook.",
  auth: "none",
  limit: { bucket: "any" },
  enforces: {
    permissions: ["SendMessage", "SendEmbeds", "UseExternalEmojis"],
    why: "The permissions are those that the webhook, whose token authorises the call, and its creator both have.",
  },
  body: MessageEdit,
  reply: Message,
  errors: ["PayloadTooLarge", "NotFound", "NotAuthenticated", "CannotEditMessage", "MissingPermission"],
  emits: [MessageUpdated],
  handle: ({ params, body, tx }) => editWebhookMessage(tx, params, body),
});
