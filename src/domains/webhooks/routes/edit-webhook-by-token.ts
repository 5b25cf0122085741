import { route } from "../../../declare/route.ts";
import { editWebhookByToken } from "../actions/manage-webhooks.ts";
import { WebhookUpdated } from "../events.ts";
import { Webhook, WebhookEdit } from "../model.ts";

export const editWebhookByTokenRoute = route({
  id: "webhook_edit_token_webhook_edit_token",
  method: "PATCH",
  path: "/webhooks/:webhook_id/:token",
  summary: "Edit a webhook by its token.",
  auth: "none",
  limit: { bucket: "any" },
  body: WebhookEdit,
  reply: Webhook,
  errors: ["NotFound", "NotAuthenticated", "CannotGiveMissingPermissions"],
  emits: [WebhookUpdated],
  handle: ({ params, body, tx }) => editWebhookByToken(tx, params, body),
});
