import type { MetricSpec } from "../../platform/metrics/port.ts";

export const messagesSent: MetricSpec = {
  name: "ermine_messages_sent_total",
  help: "Messages of users, bots and webhooks that were stored on this node.",
  activity: "messages",
};
