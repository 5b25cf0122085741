import { invalid } from "../../../declare/error.ts";
import type { Tx } from "../../../declare/tx.ts";
import { findSubscriptionFault } from "../../../platform/push/subscription.ts";
import { setSubscription, type WebPushSubscription } from "../../accounts/index.ts";

/** Gives a session a subscription in place of the one that it had, and refuses one that nothing could be sent to. */
export async function subscribe(tx: Tx, sessionId: string, subscription: WebPushSubscription): Promise<void> {
  const fault = findSubscriptionFault(subscription);
  if (fault !== undefined) throw invalid(fault);
  await setSubscription(tx, sessionId, subscription);
}
