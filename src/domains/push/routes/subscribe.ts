import { route } from "../../../declare/route.ts";
import { invalid } from "../../../protocol/error.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { setSubscription, WebPushSubscription } from "../../accounts/index.ts";
import { findFault } from "../rules/subscription.ts";

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
  async handle({ body, caller, tx }) {
    const fault = findFault(body);
    if (fault !== undefined) throw invalid(fault);
    await setSubscription(tx, caller.sessionId, body);
  },
});
