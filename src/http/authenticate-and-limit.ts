import type { BucketName } from "../config/buckets.ts";
import type { Auth } from "../declare/route.ts";
import type { Services } from "../declare/services.ts";
import { lastUseLag } from "../domains/accounts/index.ts";
import { type MaybePromise, mapMaybe } from "../platform/concurrency/maybe-promise.ts";
import type { Store } from "../store/store.ts";
import { createAddressFinder, rateLimitKeyOfAddress } from "./client-address.ts";
import { createIdentify, type Principal, rateLimitKey } from "./identify.ts";
import type { Limiter } from "./limiter.ts";
import type { ResponseContext } from "./respond.ts";
import type { SessionUse } from "./session-use.ts";

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
) => MaybePromise<AuthenticatedCall>;

interface AuthenticationDependencies {
  readonly services: Services;
  readonly store: Store;
  readonly limiter: Limiter;
  readonly sessionUse: SessionUse;
}

export function createAuthenticateAndLimit({
  services: { config, clock },
  store,
  limiter,
  sessionUse,
}: AuthenticationDependencies): AuthenticateAndLimit {
  const identify = createIdentify(store);
  const findAddress = createAddressFinder(config.trusted_proxies);
  const trustsProxies = config.trusted_proxies.length > 0;
  const isLimiting = config.ratelimits.enabled;
  const lastUseLagMs = lastUseLag(config.sessions);
  const isStale = (lastSeen: number) => clock.now() - lastSeen >= lastUseLagMs;

  const authenticate = (incoming: IncomingRequest, { auth, bucket }: CallRequirements) =>
    mapMaybe(identify(incoming, auth, isLimiting ? bucket : undefined), (principal) => {
      if (principal) incoming.response.isPrivate = true;
      // Where no session is needed, a given one only decides whose rate limit counts; the call does not count as a use
      // of it.
      if (principal && "sessionId" in principal && auth !== "none" && isStale(principal.lastSeen))
        sessionUse.record(principal);
      return principal;
    });

  return (incoming, requirements) => {
    const { request, peer, response } = incoming;
    const { auth, bucket, resource } = requirements;
    const address = () => findAddress(peer(), trustsProxies ? request.headers.get("x-forwarded-for") : null);
    if (bucket === undefined || !isLimiting)
      return mapMaybe(authenticate(incoming, requirements), (principal) => ({
        principal,
        address,
        limitExceeded: undefined,
      }));
    const addressKey = rateLimitKeyOfAddress(address());
    const chargeCaller = (principal: Principal | undefined) => {
      const bot = principal !== undefined && "botId" in principal;
      const caller = rateLimitKey(auth, principal) ?? addressKey;
      return mapMaybe(limiter.chargeCaller({ caller, bot, bucket, resource }, response), (limitExceeded) => ({
        principal,
        address,
        limitExceeded,
      }));
    };
    // Before the token is looked up: this limits how many tokens one address can try.
    return mapMaybe(limiter.chargeAddress(addressKey, response), (limitExceeded) =>
      limitExceeded
        ? { principal: undefined, address, limitExceeded }
        : mapMaybe(authenticate(incoming, requirements), chargeCaller),
    );
  };
}
