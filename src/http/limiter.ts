import type { BucketName } from "../config/buckets.ts";
import type { Config } from "../config/schema.ts";
import { type MaybePromise, mapMaybe } from "../platform/concurrency/maybe-promise.ts";
import type { Counters, LimitCounters } from "../platform/counters/port.ts";
import type { MetricSpec, Metrics } from "../platform/metrics/port.ts";
import { type AppliedLimit, json, type ResponseContext } from "./respond.ts";

interface CallerCharge {
  /** The rate limit key of a session, bot, webhook or address. */
  readonly caller: string;
  readonly bot: boolean;
  readonly bucket: BucketName;
  readonly resource: string;
}

interface AccountCharge {
  /** The route and the account that the caller claims to own. */
  readonly account: string;
  readonly addressKey: string;
}

/** All return the 429 response to a call beyond a limit. */
export interface Limiter {
  /** Counts the call for the address that it comes from. */
  chargeAddress(addressKey: string, context: ResponseContext): MaybePromise<Response | undefined>;
  /** Counts the call for its caller and notes what is left of its bucket for the headers. */
  chargeCaller(charge: CallerCharge, context: ResponseContext): MaybePromise<Response | undefined>;
  /** Counts the call for an account. The headers show this only when it refuses. */
  chargeAccount(charge: AccountCharge, context: ResponseContext): MaybePromise<Response | undefined>;
}

/** A single address cannot use up the calls for an account and so lock its owner out. */
const addressesPerAccount = 10;

interface LimiterDependencies {
  readonly limits: Config["ratelimits"];
  readonly counters: LimitCounters;
  /** A secret, and the same on every node. */
  readonly seed: bigint;
  readonly metrics: Metrics;
}

type Total = "total" | "total_address";
type LimitKey = BucketName | Total | "account";

/**
 * Their calls can guess at passwords, so they count exactly, however many nodes there are, and by address where they need
 * no session.
 */
export const guardedBuckets: readonly BucketName[] = ["auth", "auth_delete"];

const refusals: MetricSpec<"limit"> = {
  name: "ermine_rate_limit_refusals_total",
  help: "Calls that a rate limit refused, by the key of the limit in the section ratelimits.",
  labels: ["limit"],
};

export function createLimiter({
  limits,
  counters: { exact, approximate },
  seed,
  metrics,
}: LimiterDependencies): Limiter {
  const countRefusal = metrics.labelledCounter(refusals);
  if (!limits.enabled)
    return { chargeAddress: () => undefined, chargeCaller: () => undefined, chargeAccount: () => undefined };

  // A digest, so that long resources take no more memory than short ones. Its seed is secret, so that a client
  // cannot construct a resource that collides with the key of another caller. A number instead of a bigint formats
  // twice as fast, and the bits that it drops do not matter.
  const digest = (text: string) => String(Number(Bun.hash(text, seed)));
  const nameOfBucket = keepNames<BucketName>((caller, bucket) => digest(`${caller} ${bucket} `));
  /** Every call is charged to two totals, so their keys, which are short, need no digest. */
  const keyOfTotal = keepNames<Total>((of, total) => `${of} ${total}`);
  const createTake = (counters: Counters, windowMs: number) => (bucket: string, calls: number) => {
    const taken = counters.take(bucket, calls, windowMs);
    return mapMaybe(taken, (allowance): AppliedLimit => ({ bucket, calls, allowance }));
  };
  const takeCall = createTake(approximate, limits.window_ms);
  const takeGuardedCall = createTake(exact, limits.window_ms);
  const takeOfAccount = createTake(exact, limits.account_window_ms);
  /** The headers describe the limit that refuses, so that a client learns from them how long to wait. */
  const refuseBeyond = (limit: AppliedLimit, key: LimitKey, context: ResponseContext) => {
    if (limit.allowance.allowed) return undefined;
    countRefusal({ limit: key }).add();
    context.limit = limit;
    context.isPrivate = true;
    return json(429, { retry_after: limit.allowance.resetAfterMs }, context);
  };
  const chargeTotal = (total: Total, of: string, calls: number, context: ResponseContext) => {
    if (calls === 0) return undefined;
    const key = keyOfTotal(of, total);
    return mapMaybe(approximate.take(key, calls, limits.window_ms), (allowance) =>
      allowance.allowed ? undefined : refuseBeyond({ bucket: digest(key), calls, allowance }, total, context),
    );
  };

  return {
    chargeAddress: (addressKey, context) =>
      chargeTotal("total_address", addressKey, limits.total_address, context),
    chargeCaller({ caller, bot, bucket, resource }, context) {
      const factor = bot ? limits.bot_multiplier : 1;
      const take = guardedBuckets.includes(bucket) ? takeGuardedCall : takeCall;
      const chargeBucket = () => {
        const name =
          resource === "" ? nameOfBucket(caller, bucket) : digest(`${caller} ${bucket} ${resource}`);
        return mapMaybe(take(name, limits[bucket] * factor), (limit) => {
          context.limit = limit;
          return refuseBeyond(limit, bucket, context);
        });
      };
      const charged = chargeTotal("total", caller, limits.total * factor, context);
      return mapMaybe(charged, (refusal) => refusal ?? chargeBucket());
    },
    async chargeAccount({ account, addressKey }, context) {
      const { account: calls } = limits;
      if (calls === 0) return undefined;
      const share = Math.ceil(calls / addressesPerAccount);
      const ofAddress = await takeOfAccount(digest(`${addressKey} account ${account}`), share);
      return (
        refuseBeyond(ofAddress, "account", context) ??
        refuseBeyond(await takeOfAccount(digest(`account ${account}`), calls), "account", context)
      );
    },
  };
}

/** For each limit. */
const maxNames = 10_000;

/**
 * Keeps the names of a limit for recent callers: a map finds a text that it knows several times as fast as an equal one
 * that was just joined. Only for parts that no client chooses, so that their length is bounded.
 */
function keepNames<Limit extends string>(make: (caller: string, limit: Limit) => string): typeof make {
  const names = new Map<Limit, Map<string, string>>();
  return (caller, limit) => {
    const ofLimit = names.getOrInsertComputed(limit, () => new Map());
    const known = ofLimit.get(caller);
    if (known !== undefined) return known;
    if (ofLimit.size >= maxNames) ofLimit.clear();
    const name = make(caller, limit);
    ofLimit.set(caller, name);
    return name;
  };
}
