import { route } from "../../../declare/route.ts";
import { lookAtWebhook } from "../actions/look-at-webhook.ts";
import { PublicWebhook } from "../model.ts";
import { publicView } from "../rules/webhook-view.ts";

export const fetchWebhookRoute = route({
  id: "webhook_fetch_webhook_fetch",
  method: "GET",
  path: "/webhooks/:webhook_id",
  summary: "Fetch what one may know of a webhook whose channel one can view.",
  auth: "user",
  limit: { bucket: "any" },
  reply: PublicWebhook,
  errors: ["NotFound", "MissingPermission"],
  async handle({ params, caller, db, fail }) {
    const { webhook } = await lookAtWebhook({ db, caller, fail }, params.webhook_id, "ViewChannel");
    return publicView(webhook);
  },
});
