import Type from "typebox";
import { event } from "../../declare/event.ts";
import { Id } from "../../protocol/schema.ts";
import { topic } from "../../visibility/announcement.ts";
import { PartialWebhook, Webhook, WebhookField } from "./model.ts";

export const WebhookCreated = event({
  name: "WebhookCreate",
  doc: "A channel has a new webhook.",
  payload: Type.Object({ ...Webhook.properties, token: Type.Null() }),
  audience: ({ channel_id }) => [topic.channel(channel_id)],
});

export const WebhookUpdated = event({
  name: "WebhookUpdate",
  doc: "Fields of a webhook changed; `remove` lists those that were removed. Users who can view its channel receive it.",
  payload: Type.Object({ id: Id, data: PartialWebhook, remove: Type.Array(WebhookField) }),
  audience: (_webhook, { channel }: { readonly channel: string }) => [topic.channel(channel)],
});

export const WebhookDeleted = event({
  name: "WebhookDelete",
  doc: "A webhook was deleted. Users who can view its channel receive it.",
  payload: Type.Object({ id: Id }),
  audience: (_webhook, { channel }: { readonly channel: string }) => [topic.channel(channel)],
});
