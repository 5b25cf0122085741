import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import { lookAtWebhook } from "../actions/look-at-webhook.ts";
import { removeWebhook } from "../actions/remove-webhook.ts";
import { WebhookDeleted } from "../events.ts";

export const deleteWebhookRoute = route({
  id: "webhook_delete_webhook_delete",
  method: "DELETE",
  path: "/webhooks/:webhook_id",
  summary: "Delete a webhook. What it said stays.",
  auth: "user",
  limit: { bucket: "any" },
  headers: AuditHeaders,
  reply: NoContent,
  errors: ["HeaderTooLarge", "NotFound", "MissingPermission"],
  emits: [WebhookDeleted],
  async handle({ params, headers, caller, tx, fail }) {
    const reason = readReason(headers, fail);
    const context = { db: tx, caller, fail };
    const { webhook, access } = await lookAtWebhook(context, params.webhook_id, "ManageWebhooks");
    await removeWebhook(tx, webhook);
    const { channel } = access;
    if (channel.channel_type !== "TextChannel") return;
    const { id, name, creator_id: target } = webhook;
    const action = { type: "WebhookDelete", webhook: id, name, channel: channel._id } as const;
    await recordAudit(tx, { server: channel.server, by: caller.userId, target, reason, action });
  },
});
