import type { Clock } from "../clock/clock.ts";
import type { Log } from "../log/log.ts";
import { CircuitBreakers } from "../outbound/circuit-breakers.ts";
import { OutboundError } from "../outbound/port.ts";
import { outcomeOfStatus, retryAfterMs } from "./delivery-outcome.ts";
import type {
  Carrier,
  DeliveryOutcome,
  DeliveryQueue,
  Push,
  PushPayload,
  PushRecipient,
  PushService,
} from "./port.ts";
import { carrierOf } from "./subscription.ts";

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

/** Sends over these services, each guarded by circuit breakers. */
export class GuardedPush implements Push {
  readonly #services: Readonly<Record<Carrier, PushService>>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #breakers: CircuitBreakers;

  constructor(
    services: Readonly<Record<Carrier, PushService>>,
    { clock, log }: { readonly clock: Clock; readonly log: Log },
  ) {
    this.#services = services;
    this.#clock = clock;
    this.#log = log;
    this.#breakers = new CircuitBreakers(clock);
  }

  async send(recipient: PushRecipient, payload: PushPayload, queue: DeliveryQueue): Promise<DeliveryOutcome> {
    const { subscription, sessionId } = recipient;
    const carrier = carrierOf(subscription);
    const service = this.#services[carrier];
    const origin = service.originOf(subscription);
    const keys = [origin, sessionId, userKey(recipient, queue)];
    if (keys.some((key) => this.#breakers.isOpen(key))) return "retry";
    try {
      const outcome = await service.send(subscription, payload);
      this.#breakers.recordSuccess(origin);
      return outcome;
    } catch (error) {
      if (error instanceof OutboundError) return this.#handleFailure(recipient, { origin, queue }, error);
      this.#log.error({ err: error, carrier }, "a notification could not be sent");
      return "refused";
    }
  }

  #handleFailure(
    recipient: PushRecipient,
    { origin, queue }: { readonly origin: string; readonly queue: DeliveryQueue },
    { reason, status, retryAfter, refused }: OutboundError,
  ): DeliveryOutcome {
    const breakers = this.#breakers;
    if (reason === "timeout") {
      breakers.open(userKey(recipient, "first"), slowUserMs);
      if (queue === "retry") breakers.open(userKey(recipient, "retry"), slowRetryMs);
      if (breakers.recordFailure(origin) >= maxTimeouts) breakers.open(origin, slowServiceMs);
    }
    if (status === undefined) return refused ? "refused" : "retry";
    const outcome = outcomeOfStatus(status);
    // A service may mean Retry-After for this one device.
    if (outcome === "retry") breakers.open(recipient.sessionId, retryAfterMs(retryAfter, this.#clock.now()));
    if (outcome === "refused") this.#log.warn({ status, origin }, "a push service refused a notification");
    return outcome;
  }

  [Symbol.dispose](): void {
    for (const service of Object.values(this.#services)) service[Symbol.dispose]?.();
  }
}

function userKey({ userId }: PushRecipient, queue: DeliveryQueue): string {
  return `${queue} ${userId}`;
}
