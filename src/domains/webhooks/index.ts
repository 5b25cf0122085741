/** What other domains and the interpreters may use of webhooks. */
export { sealWebhookToken } from "./actions/manage-webhooks.ts";
export { identifyWebhook } from "./actions/webhook-access.ts";
export { findWebhook, setCreatorDeparture } from "./store/webhooks.ts";
export { lostToken, type WebhooksTables } from "./tables.ts";
