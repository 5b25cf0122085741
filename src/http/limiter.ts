import { randomBytes } from "node:crypto";
import type { Config } from "../config/schema.ts";
import type { Allowance, Counters } from "../platform/counters/port.ts";
import { mapMaybe } from "../platform/maybe-promise.ts";
import type { BucketName } from "../protocol/limit.ts";
import { json, type ResponseContext } from "./respond.ts";

export interface RateLimitCharge {
  /** Session, bot or address. */
  readonly caller: string;
  readonly bot: boolean;
  readonly bucket: BucketName;
  readonly resource: string;
}

/** Counts the call and notes where its caller stands; returns the refusal if there is one. */
export type Limiter = (
  charge: RateLimitCharge,
  context: ResponseContext,
) => Response | undefined | Promise<Response | undefined>;

export function createLimiter(limits: Config["ratelimits"], counters: Counters): Limiter {
  if (!limits.enabled) return () => undefined;
  const seed = randomBytes(6).readUIntBE(0, 6);
  const settle = (key: string, calls: number, allowance: Allowance, context: ResponseContext) => {
    context.limit = { bucket: key, calls, allowance };
    return allowance.allowed ? undefined : json(429, { retry_after: allowance.resetAfterMs }, context);
  };
  return ({ caller, bot, bucket, resource }, context) => {
    const calls = limits[bucket] * (bot ? limits.bot_multiplier : 1);
    // A digest, so that long names take no more memory than short ones; seeded, so that nobody can aim at another's.
    // As a plain number: one of 64 bits takes twice as long to write out, and the few that get lost are not missed.
    const key = String(Number(Bun.hash(`${caller} ${bucket} ${resource}`, seed)));
    return mapMaybe(counters.take(key, calls, limits.window_ms), (allowance) =>
      settle(key, calls, allowance, context),
    );
  };
}
