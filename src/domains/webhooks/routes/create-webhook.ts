import { route } from "../../../declare/route.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import { requireChannel } from "../../channels/index.ts";
import type { Channel } from "../../conversations/index.ts";
import { createWebhook as create } from "../actions/create-webhook.ts";
import { WebhookCreated } from "../events.ts";
import { Webhook, WebhookDraft } from "../model.ts";

export const createWebhookRoute = route({
  id: "webhook_create_create_webhook",
  method: "POST",
  path: "/channels/:target/webhooks",
  summary: "Create a webhook, through which programs speak in a channel of a server, or in a group.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  headers: AuditHeaders,
  body: WebhookDraft,
  reply: Webhook,
  errors: ["HeaderTooLarge", "NotFound", "InvalidOperation", "MissingPermission"],
  emits: [WebhookCreated],
  async handle({ params, headers, body: draft, caller, tx, fail }) {
    const reason = readReason(headers, fail);
    const { userId: creator } = caller;
    const needed = ({ channel_type: kind }: Channel) => {
      if (kind !== "TextChannel" && kind !== "Group") throw fail("InvalidOperation");
      return "ManageWebhooks" as const;
    };
    const { channel } = await requireChannel({ db: tx, caller, fail }, params.target, needed);
    const webhook = await create(tx, channel, { draft, creator });
    if (channel.channel_type !== "TextChannel") return webhook;
    const { id, name } = webhook;
    const action = { type: "WebhookCreate", webhook: id, name, channel: channel._id } as const;
    await recordAudit(tx, { server: channel.server, by: creator, reason, action });
    return webhook;
  },
});
