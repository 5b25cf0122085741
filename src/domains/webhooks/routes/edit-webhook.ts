import { route } from "../../../declare/route.ts";
import { editWebhook } from "../actions/manage-webhooks.ts";
import { webhookTarget } from "../actions/webhook-access.ts";
import { WebhookUpdated } from "../events.ts";
import { Webhook, WebhookEdit } from "../model.ts";

export const editWebhookRoute = route({
  id: "webhook_edit_webhook_edit",
  method: "PATCH",
  path: "/webhooks/:webhook_id",
  summary: "Edit a webhook.",
  auth: "user",
  limit: { bucket: "any" },
  on: webhookTarget("webhook_id"),
  needs: "ManageWebhooks",
  body: WebhookEdit,
  reply: Webhook,
  errors: ["NotFound", "CannotGiveMissingPermissions"],
  emits: [WebhookUpdated],
  handle: ({ access, body, caller, tx }) => editWebhook(tx, access, { edit: body, editor: caller.userId }),
});
