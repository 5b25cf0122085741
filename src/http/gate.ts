import type { Config } from "../config/schema.ts";
import type { BucketName } from "../declare/limit.ts";
import type { KnownSession } from "../domains/users/index.ts";
import type { Counters } from "../platform/counters/port.ts";
import type { Store } from "../platform/database/store.ts";
import { createAddressFinder, limitedBy } from "./client-address.ts";
import { createIdentify } from "./identify.ts";
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

export interface Admitted {
  readonly session: KnownSession | undefined;
  readonly address: () => string;
  /** The limiter's answer, if this was one call too many. */
  readonly refusal: Response | undefined;
}

/** Who is calling, and are they within their allowance, if there is one? Plain where the engines know at once. */
export type Gate = (
  arrival: Arrival,
  bucket: BucketName | undefined,
  resource: string,
) => Admitted | Promise<Admitted>;

export function createGate(config: Config, store: Store, counters: Counters): Gate {
  const identify = createIdentify(store);
  const findAddress = createAddressFinder(config.trusted_proxies);
  const limiter = createLimiter(config.ratelimits, counters);

  return ({ request, peer, outcome }, bucket, resource) => {
    const address = () => findAddress(peer(), request.headers.get("x-forwarded-for"));
    const count = (session: KnownSession | undefined): Admitted | Promise<Admitted> => {
      if (bucket === undefined) return { session, address, refusal: undefined };
      const caller = session ? session.sessionId : limitedBy(address());
      const refusal = limiter({ caller, bucket, resource }, outcome);
      if (refusal instanceof Promise) return refusal.then((late) => ({ session, address, refusal: late }));
      return { session, address, refusal };
    };
    const session = identify(request);
    return session instanceof Promise ? session.then(count) : count(session);
  };
}
