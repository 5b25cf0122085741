import { ECDH } from "node:crypto";
import type { Carrier, DeviceSubscription } from "./port.ts";

export function carrierOf({ endpoint }: Pick<DeviceSubscription, "endpoint">): Carrier {
  return endpoint === "fcm" || endpoint === "apn" ? endpoint : "web";
}

/** A service that no longer exists, but that old browsers still subscribe to. */
const retiredService = "https://android.googleapis.com/gcm/";

/** Why nothing could be sent to a subscription; undefined if it is valid. */
export function findSubscriptionFault(subscription: DeviceSubscription): string | undefined {
  const { endpoint, p256dh, auth } = subscription;
  if (carrierOf(subscription) !== "web")
    return auth === "" ? "auth: must be the token of the device" : undefined;
  const url = URL.parse(endpoint);
  if (
    url?.protocol !== "https:" ||
    url.username !== "" ||
    url.password !== "" ||
    url.href.startsWith(retiredService)
  )
    return "endpoint: must be the https address of a push service, or fcm or apn";
  if (!isPublicKey(decodeKey(p256dh))) return "p256dh: must be a public key of the curve P-256, in base64url";
  return decodeKey(auth)?.length === 16 ? undefined : "auth: must be 16 bytes, in base64url";
}

/** Decodes a key in either alphabet of base64, padded or not: browsers and libraries do not agree. */
export function decodeKey(text: string): Buffer | undefined {
  return /^[\w+/-]+={0,2}$/.test(text) ? Buffer.from(text, "base64url") : undefined;
}

function isPublicKey(key: Buffer | undefined): boolean {
  if (key?.length !== 65) return false;
  try {
    ECDH.convertKey(key, "prime256v1");
    return true;
  } catch {
    return false;
  }
}
