import type { OutboundFetch } from "../outbound/port.ts";
import type { Secrets } from "../secrets/secrets-file.ts";
import { writeForWeb } from "./payloads.ts";
import type { DeliveryOutcome, DeviceSubscription, PushPayload, PushService } from "./port.ts";
import { decodeKey, findSubscriptionFault } from "./subscription.ts";

interface WebPushOptions {
  readonly fetch: OutboundFetch;
  readonly vapid: Secrets["vapid"];
  /** Whom a push service may ask about our requests: an address that begins with `mailto:` or `https:`. */
  readonly contact: string;
}

/** Sends to browsers, over the push service that each has chosen. */
export class WebPush implements PushService {
  readonly #options: WebPushOptions;

  constructor(options: WebPushOptions) {
    this.#options = options;
  }

  originOf({ endpoint }: DeviceSubscription): string {
    return URL.parse(endpoint)?.origin ?? "";
  }

  /** Encrypts a notification for one browser and posts it. Browsers cannot be sent a badge alone. */
  async send(subscription: DeviceSubscription, { notification }: PushPayload): Promise<DeliveryOutcome> {
    // The subscription may have been stored before subscriptions were checked.
    if (findSubscriptionFault(subscription) !== undefined) return "gone";
    if (!notification) return "sent";
    const { default: webPush } = await import("web-push");
    const { fetch, vapid, contact } = this.#options;
    const { ttl, urgency, topic } = notification.delivery;
    const { endpoint, p256dh, auth } = subscription;
    // As it is fetched: the signature names the host.
    const url = new URL(endpoint).href;
    const keys = { p256dh: normalizeKey(p256dh), auth: normalizeKey(auth) };
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint: url, keys },
      writeForWeb(notification),
      {
        vapidDetails: { subject: contact, ...vapid },
        TTL: ttl,
        urgency,
        ...(topic !== undefined && { topic }),
      },
    );
    const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const response = await fetch(url, { method: "POST", headers: texts, body });
    await response.body.cancel();
    return "sent";
  }
}

function normalizeKey(text: string): string {
  return decodeKey(text)?.toString("base64url") ?? "";
}
