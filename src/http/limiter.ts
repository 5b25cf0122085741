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
  const createTake = (counters: Counters, windowMs: number) => (text: string, calls: number) => {
    const bucket = digest(text);
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
  /** Every call is charged to two totals, so their keys, which are short, need no digest. */
  const chargeTotal = (total: Total, of: string, calls: number, context: ResponseContext) => {
    if (calls === 0) return undefined;
    const key = `${of} ${total}`;
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
      const chargeBucket = () =>
        mapMaybe(take(`${caller} ${bucket} ${resource}`, limits[bucket] * factor), (limit) => {
          context.limit = limit;
          return refuseBeyond(limit, bucket, context);
        });
      const charged = chargeTotal("total", caller, limits.total * factor, context);
      return mapMaybe(charged, (refusal) => refusal ?? chargeBucket());
    },
    async chargeAccount({ account, addressKey }, context) {
      const { account: calls } = limits;
      if (calls === 0) return undefined;
      const share = Math.ceil(calls / addressesPerAccount);
      const ofAddress = await takeOfAccount(`${addressKey} account ${account}`, share);
      return (
        refuseBeyond(ofAddress, "account", context) ??
        refuseBeyond(await takeOfAccount(`account ${account}`, calls), "account", context)
      );
    },
  };
}
