import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { setSubscription } from "../../accounts/index.ts";

export const unsubscribeRoute = route({
  id: "unsubscribe_unsubscribe",
  method: "POST",
  path: "/push/unsubscribe",
  summary: "Have no more push notifications sent to this session's device.",
  auth: "session",
  limit: { bucket: "any" },
  reply: NoContent,
  errors: [],
  async handle({ caller, tx }) {
    await setSubscription(tx, caller.sessionId, null);
  },
});
