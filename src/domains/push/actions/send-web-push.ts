import type { Services } from "../../../store/services.ts";
import type { WebPushSubscription } from "../../accounts/index.ts";
import type { Outcome, Parcel } from "../model.ts";
import { writeForWeb } from "../rules/parcels.ts";
import { findFault, readKey } from "../rules/subscription.ts";

/** Encrypts a notice for one browser and leaves it with its push service. There is no way to send a number alone. */
export async function sendWebPush(
  services: Services,
  subscription: WebPushSubscription,
  { notice }: Parcel,
): Promise<Outcome> {
  // What was stored before subscriptions were looked at.
  if (findFault(subscription) !== undefined) return "gone";
  if (!notice) return "sent";
  const { default: webPush } = await import("web-push");
  const { ttl, urgency, topic } = notice.sending;
  const { endpoint, p256dh, auth } = subscription;
  // In the spelling in which it is fetched: the signature names the host.
  const url = new URL(endpoint).href;
  const keys = { p256dh: spellKey(p256dh), auth: spellKey(auth) };
  const { headers, body } = webPush.generateRequestDetails({ endpoint: url, keys }, writeForWeb(notice), {
    vapidDetails: { subject: contactOf(services), ...services.secrets.vapid },
    TTL: ttl,
    urgency,
    ...(topic !== undefined && { topic }),
  });
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const answer = await services.pushOutside(url, { method: "POST", headers: texts, body });
  await answer.body.cancel();
  return "sent";
}

function spellKey(text: string): string {
  return readKey(text)?.toString("base64url") ?? "";
}

function contactOf({ config: { push, public_url } }: Services): string {
  if (push.contact !== "") return push.contact;
  return public_url.startsWith("https:") ? public_url : "mailto:nobody@localhost";
}
