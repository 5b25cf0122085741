import type { Config } from "../config/schema.ts";
import type { BucketName } from "../declare/limit.ts";
import type { Auth } from "../declare/route.ts";
import type { Counters } from "../platform/counters/port.ts";
import type { Store } from "../platform/database/store.ts";
import { whenKnown } from "../platform/when-known.ts";
import { createAddressFinder, limitedBy } from "./client-address.ts";
import { createIdentify, type Known, nameOf } from "./identify.ts";
import { createLimiter } from "./limiter.ts";
import type { Outcome } from "./respond.ts";

/** A request on its way in. */
export interface Arrival {
  readonly request: Request;
  /** Address of the socket's other end; asked only where it matters. */
  readonly peer: () => string;
  readonly outcome: Outcome;
  /** Still percent-encoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** What is asked for. */
export interface Wanted {
  readonly auth: Auth;
  /** Undefined where calls are not counted. */
  readonly bucket: BucketName | undefined;
  readonly resource: string;
}

export interface Admitted {
  readonly known: Known | undefined;
  readonly address: () => string;
  /** The limiter's answer, if this was one call too many. */
  readonly refusal: Response | undefined;
}

/** Who is calling, and are they within their allowance, if there is one? Plain where the engines know at once. */
export type Gate = (arrival: Arrival, wanted: Wanted) => Admitted | Promise<Admitted>;

export function createGate(config: Config, store: Store, counters: Counters): Gate {
  const identify = createIdentify(store);
  const findAddress = createAddressFinder(config.trusted_proxies);
  const limiter = createLimiter(config.ratelimits, counters);

  const count = (
    { request, peer, outcome }: Arrival,
    { bucket, resource }: Wanted,
    known: Known | undefined,
  ): Admitted | Promise<Admitted> => {
    const address = () => findAddress(peer(), request.headers.get("x-forwarded-for"));
    if (bucket === undefined) return { known, address, refusal: undefined };
    const bot = known !== undefined && "botId" in known;
    const caller = known ? nameOf(known) : limitedBy(address());
    const charged = limiter({ caller, bot, bucket, resource }, outcome);
    return whenKnown(charged, (refusal) => ({ known, address, refusal }));
  };
  return (arrival, wanted) =>
    whenKnown(identify(arrival, wanted.auth), (known) => count(arrival, wanted, known));
}
