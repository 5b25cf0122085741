import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { unlockWebhook } from "../actions/find-webhook-by-token.ts";
import { removeWebhook } from "../actions/remove-webhook.ts";
import { WebhookDeleted } from "../events.ts";

export const deleteWebhookByTokenRoute = route({
  id: "webhook_delete_token_webhook_delete_token",
  method: "DELETE",
  path: "/webhooks/:webhook_id/:token",
  summary: "Delete a webhook whose token one holds. What it said stays.",
  auth: "none",
  limit: { bucket: "any" },
  reply: NoContent,
  errors: ["NotFound", "NotAuthenticated"],
  emits: [WebhookDeleted],
  async handle({ params, tx, fail }) {
    await removeWebhook(tx, await unlockWebhook({ db: tx, fail }, params));
  },
});
