/** What the interpreters may use of webhooks. */
export { recogniseKey } from "./actions/find-webhook-by-token.ts";
