import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { WebPushSubscription } from "../../accounts/index.ts";
import { subscribe } from "../actions/subscribe.ts";

export const subscribeRoute = route({
  id: "subscribe_subscribe",
  method: "POST",
  path: "/push/subscribe",
  summary: "Have push notifications sent to this session's device; replaces what it subscribed before.",
  auth: "session",
  limit: { bucket: "any" },
  body: WebPushSubscription,
  reply: NoContent,
  errors: [],
  handle: ({ body, caller, tx }) => subscribe(tx, caller.sessionId, body),
});
