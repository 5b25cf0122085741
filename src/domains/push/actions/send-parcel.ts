import { OutboundError } from "../../../platform/outbound/port.ts";
import type { Services } from "../../../store/services.ts";
import type { WebPushSubscription } from "../../accounts/index.ts";
import type { Device, Outcome, Parcel } from "../model.ts";
import { judgeStatus, pauseMs } from "../rules/judge-answer.ts";
import { type Carrier, carrierOf } from "../rules/subscription.ts";
import { apnsClient, apnUrl } from "./apns-client.ts";
import { circuitBreakers } from "./circuit-breakers.ts";
import { fcmClient } from "./fcm-client.ts";
import { sendWebPush } from "./send-web-push.ts";

/** How often in a row a service may fail to answer before it is left alone, and for how long. */
const patience = 3;
const slowServiceMs = 30_000;
/** How long those are served apart whose service did not answer: they chose it, and may choose another every time. */
const slowPersonMs = 300_000;
/** How long they wait there for their turn when that did not answer either: they must not take all of them. */
const slowAgainMs = 60_000;

type Send = (services: Services, subscription: WebPushSubscription, parcel: Parcel) => Promise<Outcome>;
const sendBy: Record<Carrier, Send> = {
  web: sendWebPush,
  fcm: ({ resources }, subscription, parcel) => resources.get(fcmClient).send(subscription, parcel),
  apn: ({ resources }, subscription, parcel) => resources.get(apnsClient).send(subscription, parcel),
};

/** The first attempt, for which others may have to wait, or one of those that come later. */
export type Lane = "first" | "again";

/** Sends one parcel to one device. Whatever goes wrong is an outcome: others are sent at the same time. */
export async function sendParcel(
  services: Services,
  { device, parcel }: { readonly device: Device; readonly parcel: Parcel },
  lane: Lane,
): Promise<Outcome> {
  const subscription = JSON.parse(device.subscription) as WebPushSubscription;
  const carrier = carrierOf(subscription);
  const origin = originOf(services, carrier, subscription.endpoint);
  const breakers = services.resources.get(circuitBreakers);
  const concerned = [origin, device.sessionId, placeOf(device, lane)];
  if (concerned.some((key) => breakers.isOpen(key))) return "later";
  try {
    const outcome = await sendBy[carrier](services, subscription, parcel);
    breakers.recordSuccess(origin);
    return outcome;
  } catch (error) {
    if (error instanceof OutboundError) return judge(services, { device, origin, lane }, error);
    services.log.error({ err: error, carrier }, "a notification could not be sent");
    return "refused";
  }
}

function judge(
  services: Services,
  { device, origin, lane }: { readonly device: Device; readonly origin: string; readonly lane: Lane },
  { reason, status, retryAfter, refused }: OutboundError,
): Outcome {
  const breakers = services.resources.get(circuitBreakers);
  if (reason === "too-slow") {
    breakers.open(placeOf(device, "first"), slowPersonMs);
    if (lane === "again") breakers.open(placeOf(device, "again"), slowAgainMs);
    if (breakers.recordFailure(origin) >= patience) breakers.open(origin, slowServiceMs);
  }
  if (status === undefined) return refused ? "refused" : "later";
  const outcome = judgeStatus(status);
  // What is asked of one may hold for that one alone.
  if (outcome === "later") breakers.open(device.sessionId, pauseMs(retryAfter, services.clock.now()));
  if (outcome === "refused") services.log.warn({ status, origin }, "a push service refused a notification");
  return outcome;
}

function placeOf({ userId }: Device, lane: Lane): string {
  return `${lane} ${userId}`;
}

function originOf({ config }: Services, carrier: Carrier, endpoint: string): string {
  const { fcm, apn } = config.push;
  const urls = { web: endpoint, fcm: fcm.url, apn: apnUrl(apn) };
  return URL.parse(urls[carrier])?.origin ?? "";
}
