import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { deleteWebhook } from "../actions/manage-webhooks.ts";
import { webhookTarget } from "../actions/webhook-access.ts";
import { WebhookDeleted } from "../events.ts";

export const deleteWebhookRoute = route({
  id: "webhook_delete_webhook_delete",
  method: "DELETE",
  path: "/webhooks/:webhook_id",
  summary: "Delete a webhook. Its messages stay.",
  auth: "user",
  limit: { bucket: "any" },
  on: webhookTarget("webhook_id"),
  needs: "ManageWebhooks",
  audited: true,
  reply: NoContent,
  errors: [],
  emits: [WebhookDeleted],
  handle: ({ access, caller, reason, tx }) => deleteWebhook(tx, access, { by: caller.userId, reason }),
});
