import { route } from "../../../declare/route.ts";
import { editWebhook } from "../actions/edit-webhook.ts";
import { unlockWebhook } from "../actions/find-webhook-by-token.ts";
import { WebhookUpdated } from "../events.ts";
import { Webhook, WebhookEdit } from "../model.ts";

export const editWebhookByTokenRoute = route({
  id: "webhook_edit_token_webhook_edit_token",
  method: "PATCH",
  path: "/webhooks/:webhook_id/:token",
  summary: "Edit a webhook whose token one holds.",
  auth: "none",
  limit: { bucket: "any" },
  body: WebhookEdit,
  reply: Webhook,
  errors: ["NotFound", "NotAuthenticated", "CannotGiveMissingPermissions"],
  emits: [WebhookUpdated],
  async handle({ params, body, tx, fail }) {
    const webhook = await unlockWebhook({ db: tx, fail }, params);
    // The key to a door does not widen it.
    return editWebhook(tx, webhook, { edit: body, uploader: "anybody", held: 0 });
  },
});
