/** What the interpreters may use of webhooks. */
export { identifyWebhook } from "./actions/webhook-access.ts";
