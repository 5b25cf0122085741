import type { Auth } from "../declare/route.ts";
import { type MaybePromise, mapMaybe } from "../platform/maybe-promise.ts";
import type { BucketName } from "../protocol/limit.ts";
import type { Services } from "../store/services.ts";
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

interface AuthenticationParts {
  readonly services: Services;
  readonly store: Store;
  readonly limiter: Limiter;
  readonly sessionUse: SessionUse;
}

export function createAuthenticateAndLimit({
  services: { config },
  store,
  limiter,
  sessionUse,
}: AuthenticationParts): AuthenticateAndLimit {
  const identify = createIdentify(store);
  const findAddress = createAddressFinder(config.trusted_proxies);

  const chargeCall = (
    { request, peer, response }: IncomingRequest,
    { auth, bucket, resource }: CallRequirements,
    principal: Principal | undefined,
  ): MaybePromise<AuthenticatedCall> => {
    if (principal) response.isPrivate = true;
    if (principal && "sessionId" in principal) sessionUse.record(principal);
    const address = () => findAddress(peer(), request.headers.get("x-forwarded-for"));
    if (bucket === undefined || !config.ratelimits.enabled)
      return { principal, address, limitExceeded: undefined };
    const bot = principal !== undefined && "botId" in principal;
    const addressKey = rateLimitKeyOfAddress(address());
    const caller = rateLimitKey(auth, principal) ?? addressKey;
    const charged = limiter.chargeCall({ caller, addressKey, bot, bucket, resource }, response);
    return mapMaybe(charged, (limitExceeded) => ({ principal, address, limitExceeded }));
  };
  return (incoming, requirements) =>
    mapMaybe(identify(incoming, requirements.auth), (principal) =>
      chargeCall(incoming, requirements, principal),
    );
}
