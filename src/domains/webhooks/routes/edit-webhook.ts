import { route } from "../../../declare/route.ts";
import { editWebhook as edit } from "../actions/edit-webhook.ts";
import { lookAtWebhook } from "../actions/look-at-webhook.ts";
import { WebhookUpdated } from "../events.ts";
import { Webhook, WebhookEdit } from "../model.ts";

export const editWebhookRoute = route({
  id: "webhook_edit_webhook_edit",
  method: "PATCH",
  path: "/webhooks/:webhook_id",
  summary: "Edit a webhook.",
  auth: "user",
  limit: { bucket: "any" },
  body: WebhookEdit,
  reply: Webhook,
  errors: ["NotFound", "MissingPermission", "CannotGiveMissingPermissions"],
  emits: [WebhookUpdated],
  async handle({ params, body, caller, tx, fail }) {
    const context = { db: tx, caller, fail };
    const { webhook, access } = await lookAtWebhook(context, params.webhook_id, "ManageWebhooks");
    return edit(tx, webhook, { edit: body, uploader: caller.userId, held: access.permissions });
  },
});
