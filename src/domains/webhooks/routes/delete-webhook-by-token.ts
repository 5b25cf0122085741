import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { deleteWebhookByToken } from "../actions/manage-webhooks.ts";
import { WebhookDeleted } from "../events.ts";

export const deleteWebhookByTokenRoute = route({
  id: "webhook_delete_token_webhook_delete_token",
  method: "DELETE",
  path: "/webhooks/:webhook_id/:token",
  summary: "Delete a webhook by its token. Its messages stay.",
  auth: "none",
  limit: { bucket: "any" },
  reply: NoContent,
  errors: ["NotFound", "NotAuthenticated"],
  emits: [WebhookDeleted],
  handle: ({ params, tx }) => deleteWebhookByToken(tx, params),
});
