import type { Config } from "../config/schema.ts";
import type { Auth } from "../declare/route.ts";
import type { Counters } from "../platform/counters/port.ts";
import { mapMaybe } from "../platform/maybe-promise.ts";
import type { BucketName } from "../protocol/limit.ts";
import type { Store } from "../store/store.ts";
import { createAddressFinder, limitedBy } from "./client-address.ts";
import { createIdentify, type Principal, rateLimitKey } from "./identify.ts";
import { createLimiter } from "./limiter.ts";
import type { ResponseContext } from "./respond.ts";

/** A request on its way in. */
export interface IncomingRequest {
  readonly request: Request;
  /** Address of the socket's other end; asked only where it matters. */
  readonly peer: () => string;
  readonly response: ResponseContext;
  /** Still percent-encoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** What is asked for. */
export interface CallRequirements {
  readonly auth: Auth;
  /** Undefined where calls are not counted. */
  readonly bucket: BucketName | undefined;
  readonly resource: string;
}

export interface AuthenticatedCall {
  readonly principal: Principal | undefined;
  readonly address: () => string;
  /** The limiter's answer, if this was one call too many. */
  readonly refusal: Response | undefined;
}

/** Who is calling, and are they within their allowance, if there is one? Plain where the engines know at once. */
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

  const count = (
    { request, peer, response }: IncomingRequest,
    { bucket, resource }: CallRequirements,
    principal: Principal | undefined,
  ): AuthenticatedCall | Promise<AuthenticatedCall> => {
    const address = () => findAddress(peer(), request.headers.get("x-forwarded-for"));
    if (bucket === undefined) return { principal, address, refusal: undefined };
    const bot = principal !== undefined && "botId" in principal;
    const caller = principal ? rateLimitKey(principal) : limitedBy(address());
    const charged = limiter({ caller, bot, bucket, resource }, response);
    return mapMaybe(charged, (refusal) => ({ principal, address, refusal }));
  };
  return (incoming, requirements) =>
    mapMaybe(identify(incoming, requirements.auth), (principal) => count(incoming, requirements, principal));
}
