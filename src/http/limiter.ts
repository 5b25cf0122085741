import type { Config } from "../config/schema.ts";
import type { Counters, LimitCounters } from "../platform/counters/port.ts";
import { type MaybePromise, mapMaybe } from "../platform/maybe-promise.ts";
import type { BucketName } from "../protocol/limit.ts";
import { type AppliedLimit, json, type ResponseContext } from "./respond.ts";

interface CallCharge {
  /** The rate limit key of a session, bot, webhook or address. */
  readonly caller: string;
  readonly addressKey: string;
  readonly bot: boolean;
  readonly bucket: BucketName;
  readonly resource: string;
}

interface AccountCharge {
  /** The route and the account that the caller claims to own. */
  readonly account: string;
  readonly addressKey: string;
}

/** Both return the 429 response to a call beyond a limit. */
export interface Limiter {
  /** Counts the call and notes what is left of its bucket for the headers. */
  chargeCall(charge: CallCharge, context: ResponseContext): MaybePromise<Response | undefined>;
  /** Counts the call for an account. The headers show this only when it refuses. */
  chargeAccount(charge: AccountCharge, context: ResponseContext): MaybePromise<Response | undefined>;
}

/** One address alone cannot use up the calls for an account, and so keep its owner out. */
const addressesPerAccount = 10;

interface LimiterParts {
  readonly limits: Config["ratelimits"];
  readonly counters: LimitCounters;
  /** A secret, and the same on every node. */
  readonly seed: bigint;
}

/** Their calls can guess at passwords, so they count exactly, however many nodes there are. */
const guardedBuckets: readonly BucketName[] = ["auth", "auth_delete"];

export function createLimiter({ limits, counters: { exact, approximate }, seed }: LimiterParts): Limiter {
  if (!limits.enabled) return { chargeCall: () => undefined, chargeAccount: () => undefined };

  // A digest, so that long resources take no more memory than short ones. Its seed is secret, so that a client
  // cannot construct a resource that collides with the key of another caller. A number instead of a bigint formats
  // twice as fast, and the bits that it drops do not matter.
  const digest = (text: string) => String(Number(Bun.hash(text, seed)));
  const createTake = (counters: Counters, windowMs: number) => (text: string, calls: number) => {
    const bucket = digest(text);
    const taken = counters.take(bucket, calls, windowMs);
    return mapMaybe(taken, (allowance): AppliedLimit => ({ bucket, calls, allowance }));
  };
  const takeCall = createTake(approximate, limits.window_ms);
  const takeGuardedCall = createTake(exact, limits.window_ms);
  const takeOfAccount = createTake(exact, limits.account_window_ms);
  /** The headers describe the limit that refuses, so that a client learns from them how long to wait. */
  const refuseBeyond = (limit: AppliedLimit, context: ResponseContext) => {
    if (limit.allowance.allowed) return undefined;
    context.limit = limit;
    return json(429, { retry_after: limit.allowance.resetAfterMs }, context);
  };
  /** Every call is charged to two totals, so their keys, which are short, need no digest. */
  const chargeTotal = (key: string, calls: number, context: ResponseContext) => {
    if (calls === 0) return undefined;
    return mapMaybe(approximate.take(key, calls, limits.window_ms), (allowance) =>
      allowance.allowed ? undefined : refuseBeyond({ bucket: digest(key), calls, allowance }, context),
    );
  };

  return {
    chargeCall({ caller, addressKey, bot, bucket, resource }, context) {
      const factor = bot ? limits.bot_multiplier : 1;
      const take = guardedBuckets.includes(bucket) ? takeGuardedCall : takeCall;
      const chargeBucket = () =>
        mapMaybe(take(`${caller} ${bucket} ${resource}`, limits[bucket] * factor), (limit) => {
          context.limit = limit;
          return refuseBeyond(limit, context);
        });
      const chargeCaller = () =>
        mapMaybe(
          chargeTotal(`${caller} total`, limits.total * factor, context),
          (refusal) => refusal ?? chargeBucket(),
        );
      const charged = chargeTotal(`${addressKey} total_address`, limits.total_address, context);
      return mapMaybe(charged, (refusal) => refusal ?? chargeCaller());
    },
    async chargeAccount({ account, addressKey }, context) {
      const { account: calls } = limits;
      if (calls === 0) return undefined;
      const share = Math.ceil(calls / addressesPerAccount);
      const ofAddress = await takeOfAccount(`${addressKey} account ${account}`, share);
      return (
        refuseBeyond(ofAddress, context) ??
        refuseBeyond(await takeOfAccount(`account ${account}`, calls), context)
      );
    },
  };
}
