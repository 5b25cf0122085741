import { route } from "../../../declare/route.ts";
import { webhookTarget } from "../actions/webhook-access.ts";
import { PublicWebhook } from "../model.ts";
import { publicWebhookView } from "../rules/webhook-view.ts";

export const fetchWebhookRoute = route({
  id: "webhook_fetch_webhook_fetch",
  method: "GET",
  path: "/webhooks/:webhook_id",
  summary: "Fetch the public view of a webhook.",
  auth: "user",
  limit: { bucket: "any" },
  on: webhookTarget("webhook_id"),
  needs: "ViewChannel",
  reply: PublicWebhook,
  errors: [],
  handle: ({ access }) => publicWebhookView(access.webhook),
});
