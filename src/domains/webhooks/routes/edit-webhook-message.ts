import { route } from "../../../declare/route.ts";
import { permission } from "../../../permissions/bits.ts";
import { assertChannelPermission } from "../../channels/index.ts";
import {
  assertColours,
  draftBytes,
  editMessage,
  enqueueLinkEmbeds,
  Message,
  MessageEdit,
  MessageUpdated,
} from "../../messages/index.ts";
import { neededFor } from "../actions/execute-webhook.ts";
import { findWebhookMessage } from "../actions/find-webhook-message.ts";

export const editWebhookMessageRoute = route({
  id: "webhook_edit_message_webhook_edit_message",
  method: "PATCH",
  path: "/webhooks/:webhook_id/:token/:msg",
  summary: "Edit a message that was sent through a webhook.",
  auth: "none",
  limit: { bucket: "any" },
  body: MessageEdit,
  reply: Message,
  errors: ["PayloadTooLarge", "NotFound", "NotAuthenticated", "CannotEditMessage", "MissingPermission"],
  emits: [MessageUpdated],
  async handle({ params, body, services, tx, fail }) {
    assertColours(body);
    if (draftBytes(body) > services.config.limits.default.message_length) throw fail("PayloadTooLarge");
    const { webhook, message, isOwn } = await findWebhookMessage(tx, params);
    if (!isOwn) throw fail("CannotEditMessage");
    for (const needed of neededFor(body)) assertChannelPermission({ fail }, webhook, needed);
    const edited = await editMessage(tx, message, body);
    const { content } = body;
    // Where the links of webhooks lead to is always shown.
    const shown = { permissions: permission.SendEmbeds };
    if (content !== undefined) await enqueueLinkEmbeds(tx, shown, { ...message, content });
    return edited;
  },
});
