import type { EventAudiences } from "../../support/stream/event-audiences.ts";

export const eventAudiences: EventAudiences = [
  ["WebhookCreate", "channel:channel_id"],
  ["WebhookUpdate", "channel:@c", { reach: { channel: "@c" } }],
  ["WebhookDelete", "channel:@c", { reach: { channel: "@c" } }],
];
