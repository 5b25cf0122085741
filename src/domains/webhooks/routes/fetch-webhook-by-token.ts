import { route } from "../../../declare/route.ts";
import { viewWithToken } from "../actions/manage-webhooks.ts";
import { authenticateWebhook } from "../actions/webhook-access.ts";
import { Webhook } from "../model.ts";

export const fetchWebhookByTokenRoute = route({
  id: "webhook_fetch_token_webhook_fetch_token",
  method: "GET",
  path: "/webhooks/:webhook_id/:token",
  summary: "Fetch a webhook by its token.",
  auth: "none",
  limit: { bucket: "any" },
  reply: Webhook,
  errors: ["NotFound", "NotAuthenticated"],
  async handle({ params, db, fail }) {
    return viewWithToken(db, await authenticateWebhook({ db, fail }, params));
  },
});
