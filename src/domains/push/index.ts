/** What the interpreters may use of push notifications. */
export { type CallRing, notifyCall } from "./actions/notify.ts";
