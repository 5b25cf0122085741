import type { Services } from "../../../store/services.ts";
import type { WebPushSubscription } from "../../accounts/index.ts";
import type { DeliveryOutcome, PushPayload } from "../model.ts";
import { writeForWeb } from "../rules/payloads.ts";
import { decodeKey, findSubscriptionFault } from "../rules/subscription.ts";

/** Encrypts a notification for one browser and posts it to the push service. Browsers cannot be sent a badge alone. */
export async function sendWebPush(
  services: Services,
  subscription: WebPushSubscription,
  { notification }: PushPayload,
): Promise<DeliveryOutcome> {
  // The subscription may have been stored before subscriptions were checked.
  if (findSubscriptionFault(subscription) !== undefined) return "gone";
  if (!notification) return "sent";
  const { default: webPush } = await import("web-push");
  const { ttl, urgency, topic } = notification.delivery;
  const { endpoint, p256dh, auth } = subscription;
  // As it is fetched: the signature names the host.
  const url = new URL(endpoint).href;
  const keys = { p256dh: normalizeKey(p256dh), auth: normalizeKey(auth) };
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint: url, keys },
    writeForWeb(notification),
    {
      vapidDetails: { subject: contactOf(services), ...services.secrets.vapid },
      TTL: ttl,
      urgency,
      ...(topic !== undefined && { topic }),
    },
  );
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const response = await services.pushFetch(url, { method: "POST", headers: texts, body });
  await response.body.cancel();
  return "sent";
}

function normalizeKey(text: string): string {
  return decodeKey(text)?.toString("base64url") ?? "";
}

function contactOf({ config: { push, public_url } }: Services): string {
  if (push.contact !== "") return push.contact;
  return public_url.startsWith("https:") ? public_url : "mailto:nobody@localhost";
}
