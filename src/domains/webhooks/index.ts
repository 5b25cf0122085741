/** What other domains and the interpreters may use of webhooks. */
export { identifyWebhook } from "./actions/webhook-access.ts";
export { findWebhook } from "./store/webhooks.ts";
