import type { Services } from "../../../declare/services.ts";
import { OutboundError } from "../../../platform/outbound/port.ts";
import type { WebPushSubscription } from "../../accounts/index.ts";
import type { Device, Outcome, Parcel } from "../model.ts";
import { judgeStatus, pauseMs } from "../rules/judge-answer.ts";
import { type Carrier, carrierOf } from "../rules/subscription.ts";
import { restsOf } from "./rests.ts";
import { apnUrl, sendApn } from "./send-apn.ts";
import { sendFcm } from "./send-fcm.ts";
import { sendWebPush } from "./send-web-push.ts";

/** How long a service that did not answer is left alone, so that few wait for it. */
const slowRestMs = 30_000;

type Send = (services: Services, subscription: WebPushSubscription, parcel: Parcel) => Promise<Outcome>;
const ways: Record<Carrier, Send> = { web: sendWebPush, fcm: sendFcm, apn: sendApn };

/** Sends one parcel to one device. Whatever goes wrong is an outcome: others are sent at the same time. */
export async function sendParcel(services: Services, device: Device, parcel: Parcel): Promise<Outcome> {
  const subscription = JSON.parse(device.subscription) as WebPushSubscription;
  const carrier = carrierOf(subscription);
  const origin = originOf(services, carrier, subscription.endpoint);
  if (restsOf(services).isResting(origin)) return "later";
  try {
    return await ways[carrier](services, subscription, parcel);
  } catch (error) {
    if (error instanceof OutboundError) return judge(services, origin, error);
    services.log.error({ err: error, carrier }, "a notification could not be sent");
    return "refused";
  }
}

function judge(services: Services, origin: string, error: OutboundError): Outcome {
  const { reason, status, retryAfter, refused } = error;
  const rests = restsOf(services);
  if (reason === "too-slow") rests.begin(origin, slowRestMs);
  if (status === undefined) return refused ? "refused" : "later";
  const outcome = judgeStatus(status);
  if (outcome === "later") rests.begin(origin, pauseMs(retryAfter, services.clock.now()));
  if (outcome === "refused") services.log.warn({ status, origin }, "a push service refused a notification");
  return outcome;
}

function originOf({ config }: Services, carrier: Carrier, endpoint: string): string {
  const { fcm, apn } = config.push;
  const urls = { web: endpoint, fcm: fcm.url, apn: apnUrl(apn) };
  return URL.parse(urls[carrier])?.origin ?? "";
}
