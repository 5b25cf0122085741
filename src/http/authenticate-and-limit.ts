import type { Config } from "../config/schema.ts";
import type { Auth } from "../declare/route.ts";
import type { Counters } from "../platform/counters/port.ts";
import { mapMaybe } from "../platform/maybe-promise.ts";
import type { BucketName } from "../protocol/limit.ts";
import type { Store } from "../store/store.ts";
import { createAddressFinder, rateLimitKeyOfAddress } from "./client-address.ts";
import { createIdentify, type Principal, rateLimitKey } from "./identify.ts";
import { createLimiter } from "./limiter.ts";
import type { ResponseContext } from "./respond.ts";

export interface IncomingRequest {
  readonly request: Request;
  /** The address of the socket's other end; a function, because most requests do not need it. */
  readonly peer: () => string;
  readonly response: ResponseContext;
  /** Still percent-encoded. */
  readonly params: Readonly<Record<string, string>>;
}

interface CallRequirements {
  readonly auth: Auth;
  /** Undefined where calls are not limited. */
  readonly bucket: BucketName | undefined;
  readonly resource: string;
}

interface AuthenticatedCall {
  readonly principal: Principal | undefined;
  readonly address: () => string;
  /** The response to a call that exceeds the rate limit. */
  readonly limitExceeded: Response | undefined;
}

/** Identifies the caller and counts the call. A promise only where an engine has to wait. */
export type AuthenticateAndLimit = (
  incoming: IncomingRequest,
  requirements: CallRequirements,
) => AuthenticatedCall | Promise<AuthenticatedCall>;

export function createAuthenticateAndLimit(
  config: Config,
  store: Store,
  counters: Counters,
): AuthenticateAndLimit {
  const identify = createIdentify(store);
  const findAddress = createAddressFinder(config.trusted_proxies);
  const limiter = createLimiter(config.ratelimits, counters);

  const chargeCall = (
    { request, peer, response }: IncomingRequest,
    { bucket, resource }: CallRequirements,
    principal: Principal | undefined,
  ): AuthenticatedCall | Promise<AuthenticatedCall> => {
    const address = () => findAddress(peer(), request.headers.get("x-forwarded-for"));
    if (bucket === undefined) return { principal, address, limitExceeded: undefined };
    const bot = principal !== undefined && "botId" in principal;
    const caller = principal ? rateLimitKey(principal) : rateLimitKeyOfAddress(address());
    const charged = limiter({ caller, bot, bucket, resource }, response);
    return mapMaybe(charged, (limitExceeded) => ({ principal, address, limitExceeded }));
  };
  return (incoming, requirements) =>
    mapMaybe(identify(incoming, requirements.auth), (principal) =>
      chargeCall(incoming, requirements, principal),
    );
}
