import type { Clock } from "../../clock/clock.ts";
import type { OutboundFetch } from "../../outbound/port.ts";
import type { Secrets } from "../../secrets/secrets-file.ts";
import { writeForWeb } from "../payloads.ts";
import type { DeliveryOutcome, DeviceSubscription, PushPayload, PushService } from "../port.ts";
import { decodeKey, findSubscriptionFault } from "../subscription.ts";
import { encryptPayload } from "./encrypt-payload.ts";
import { signVapid } from "./vapid.ts";

interface WebPushOptions {
  readonly fetch: OutboundFetch;
  readonly clock: Clock;
  readonly vapid: Secrets["vapid"];
  /** Whom a push service may ask about our requests: an address that begins with `mailto:` or `https:`. */
  readonly contact: string;
}

/** How long a push service may accept the signature of a request; a day at most (RFC 8292). */
const signatureSeconds = 43_200;

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
    const { fetch, clock, vapid, contact } = this.#options;
    const { ttl, urgency, topic } = notification.delivery;
    const url = new URL(subscription.endpoint);
    const exp = Math.floor(clock.now() / 1_000) + signatureSeconds;
    const [authorization, body] = await Promise.all([
      signVapid({ aud: url.origin, exp, sub: contact }, vapid),
      encryptPayload(writeForWeb(notification), {
        publicKey: keyBytes(subscription.p256dh),
        authSecret: keyBytes(subscription.auth),
      }),
    ]);
    const headers = {
      authorization,
      "content-type": "application/octet-stream",
      "content-encoding": "aes128gcm",
      ttl: String(ttl),
      urgency,
      ...(topic !== undefined && { topic }),
    };
    const response = await fetch(url.href, { method: "POST", headers, body });
    await response.body.cancel();
    return "sent";
  }
}

function keyBytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(decodeKey(text) ?? []);
}
