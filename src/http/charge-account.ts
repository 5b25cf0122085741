import type { Route } from "../declare/route.ts";
import type { Store } from "../store/store.ts";
import type { CallInput } from "./authorize.ts";
import { rateLimitKeyOfAddress } from "./client-address.ts";
import type { Limiter } from "./limiter.ts";
import type { ResponseContext } from "./respond.ts";

type ChargeAccount = (
  call: CallInput,
  from: { readonly response: ResponseContext; readonly address: () => string },
) => Promise<Response | undefined>;

/** Counts a call for the account that it claims to own. Returns the 429 response to a call beyond the limit. */
export function createAccountCharger(
  { id, claimsAccount }: Route,
  store: Store,
  limiter: Limiter,
): ChargeAccount {
  return async (call, { response, address }) => {
    const claimed = await store.read(async (db) => claimsAccount?.({ ...call, db } as never));
    if (claimed === undefined) return undefined;
    const addressKey = rateLimitKeyOfAddress(address());
    return limiter.chargeAccount({ account: `${id} ${claimed}`, addressKey }, response);
  };
}
