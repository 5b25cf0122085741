import { randomBytes } from "node:crypto";
import type { Config } from "../config/schema.ts";
import type { Allowance, Counters } from "../platform/counters/port.ts";
import { mapMaybe } from "../platform/maybe-promise.ts";
import type { BucketName } from "../protocol/limit.ts";
import { json, type ResponseContext } from "./respond.ts";

interface RateLimitCharge {
  /** The rate limit key of a session, bot, webhook or address. */
  readonly caller: string;
  readonly bot: boolean;
  readonly bucket: BucketName;
  readonly resource: string;
}

/** Counts the call and notes its allowance for the headers; returns the 429 response to a call beyond the limit. */
type Limiter = (
  charge: RateLimitCharge,
  context: ResponseContext,
) => Response | undefined | Promise<Response | undefined>;

export function createLimiter(limits: Config["ratelimits"], counters: Counters): Limiter {
  if (!limits.enabled) return () => undefined;
  const seed = randomBytes(6).readUIntBE(0, 6);
  const conclude = (key: string, calls: number, allowance: Allowance, context: ResponseContext) => {
    context.limit = { bucket: key, calls, allowance };
    return allowance.allowed ? undefined : json(429, { retry_after: allowance.resetAfterMs }, context);
  };
  return ({ caller, bot, bucket, resource }, context) => {
    const calls = limits[bucket] * (bot ? limits.bot_multiplier : 1);
    // A digest, so that long resources take no more memory than short ones. Its seed is random, so that a client
    // cannot construct a resource that collides with the key of another caller. A number instead of a bigint formats
    // twice as fast, and the bits that it drops do not matter.
    const key = String(Number(Bun.hash(`${caller} ${bucket} ${resource}`, seed)));
    return mapMaybe(counters.take(key, calls, limits.window_ms), (allowance) =>
      conclude(key, calls, allowance, context),
    );
  };
}
