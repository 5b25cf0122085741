import { resource } from "../../../declare/resource.ts";
import { CircuitBreakers } from "../../../platform/circuit-breakers.ts";
import { OutboundError } from "../../../platform/outbound/port.ts";
import type { Services } from "../../../store/services.ts";
import type { WebPushSubscription } from "../../accounts/index.ts";
import type { DeliveryOutcome, Device, PushPayload } from "../model.ts";
import { outcomeOfStatus, retryAfterMs } from "../rules/delivery-outcome.ts";
import { type Carrier, carrierOf } from "../rules/subscription.ts";
import { apnsClient, apnUrl } from "./apns-client.ts";
import { fcmClient } from "./fcm-client.ts";
import { sendWebPush } from "./send-web-push.ts";

/** After so many timeouts in a row a service's breaker opens, for this long. */
const maxTimeouts = 3;
const slowServiceMs = 30_000;
/**
 * After a timeout a user is served by the retry queue alone for this long. The breaker is the user's, because users
 * choose their services and may choose another one every time.
 */
const slowUserMs = 300_000;
/** After a timeout in the retry queue a user waits there for this long, so as not to take all of its slots. */
const slowRetryMs = 60_000;

export const circuitBreakers = resource({
  name: "push circuit breakers",
  open: ({ clock }) => new CircuitBreakers(clock),
});

type Send = (
  services: Services,
  subscription: WebPushSubscription,
  payload: PushPayload,
) => Promise<DeliveryOutcome>;
const sendBy: Record<Carrier, Send> = {
  web: sendWebPush,
  fcm: ({ resources }, subscription, payload) => resources.get(fcmClient).send(subscription, payload),
  apn: ({ resources }, subscription, payload) => resources.get(apnsClient).send(subscription, payload),
};

/** The queue of first attempts, which a slow service would delay for others, or that of later attempts. */
export type DeliveryQueue = "first" | "retry";

/** Sends one payload to one device. A failure is returned, never thrown, because other devices are served at the same time. */
export async function sendPayload(
  services: Services,
  { device, payload }: { readonly device: Device; readonly payload: PushPayload },
  queue: DeliveryQueue,
): Promise<DeliveryOutcome> {
  const subscription = JSON.parse(device.subscription) as WebPushSubscription;
  const carrier = carrierOf(subscription);
  const origin = originOf(services, carrier, subscription.endpoint);
  const breakers = services.resources.get(circuitBreakers);
  const keys = [origin, device.sessionId, userKey(device, queue)];
  if (keys.some((key) => breakers.isOpen(key))) return "retry";
  try {
    const outcome = await sendBy[carrier](services, subscription, payload);
    breakers.recordSuccess(origin);
    return outcome;
  } catch (error) {
    if (error instanceof OutboundError) return handleFailure(services, { device, origin, queue }, error);
    services.log.error({ err: error, carrier }, "a notification could not be sent");
    return "refused";
  }
}

function handleFailure(
  services: Services,
  {
    device,
    origin,
    queue,
  }: { readonly device: Device; readonly origin: string; readonly queue: DeliveryQueue },
  { reason, status, retryAfter, refused }: OutboundError,
): DeliveryOutcome {
  const breakers = services.resources.get(circuitBreakers);
  if (reason === "timeout") {
    breakers.open(userKey(device, "first"), slowUserMs);
    if (queue === "retry") breakers.open(userKey(device, "retry"), slowRetryMs);
    if (breakers.recordFailure(origin) >= maxTimeouts) breakers.open(origin, slowServiceMs);
  }
  if (status === undefined) return refused ? "refused" : "retry";
  const outcome = outcomeOfStatus(status);
  // A service may mean Retry-After for this one device.
  if (outcome === "retry") breakers.open(device.sessionId, retryAfterMs(retryAfter, services.clock.now()));
  if (outcome === "refused") services.log.warn({ status, origin }, "a push service refused a notification");
  return outcome;
}

function userKey({ userId }: Device, queue: DeliveryQueue): string {
  return `${queue} ${userId}`;
}

function originOf({ config }: Services, carrier: Carrier, endpoint: string): string {
  const { fcm, apn } = config.push;
  const urls = { web: endpoint, fcm: fcm.url, apn: apnUrl(apn) };
  return URL.parse(urls[carrier])?.origin ?? "";
}
