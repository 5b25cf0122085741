import type { Domain } from "../../declare/domain.ts";
import { WebhookCreated, WebhookDeleted, WebhookUpdated } from "./events.ts";

export const webhooks: Domain = {
  name: "webhooks",
  events: [WebhookCreated, WebhookUpdated, WebhookDeleted],
};
