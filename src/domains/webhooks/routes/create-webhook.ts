import { route } from "../../../declare/route.ts";
import { channelTarget } from "../../channels/index.ts";
import { createWebhook, hasWebhooks } from "../actions/manage-webhooks.ts";
import { WebhookCreated } from "../events.ts";
import { Webhook, WebhookDraft } from "../model.ts";

export const createWebhookRoute = route({
  id: "webhook_create_create_webhook",
  method: "POST",
  path: "/channels/:target/webhooks",
  summary: "Create a webhook, through which programs send messages to a channel of a server or to a group.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  on: channelTarget("target"),
  needs: {
    among: ["ManageWebhooks"],
    // Channels that have no webhooks are refused for that, whatever the caller's permissions are.
    choose: ({ access }) => (hasWebhooks(access.channel) ? ["ManageWebhooks"] : []),
  },
  locks: true,
  audited: true,
  body: WebhookDraft,
  reply: Webhook,
  errors: ["NotFound", "InvalidOperation"],
  emits: [WebhookCreated],
  handle: ({ access, body, caller, reason, tx }) =>
    createWebhook(tx, access.channel, { draft: body, creator: caller.userId, reason }),
});
