/** What the interpreters may use of push notifications. */
export { type Call, pushCall } from "./actions/push-call.ts";
