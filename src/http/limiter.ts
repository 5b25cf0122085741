import type { Config } from "../config/schema.ts";
import type { BucketName } from "../declare/limit.ts";
import type { Counters } from "../platform/counters/port.ts";
import { addLimitHeaders, type Headers, json } from "./respond.ts";

export interface Charge {
  /** Session, bot or address. */
  readonly caller: string;
  readonly bucket: BucketName;
  readonly resource: string;
}

/** Counts the call and writes the headers; returns the refusal if there is one. */
export type Limiter = (charge: Charge, headers: Headers) => Promise<Response | undefined> | Response | undefined;

export function createLimiter(limits: Config["ratelimits"], counters: Counters): Limiter {
  if (!limits.enabled) return () => undefined;
  return ({ caller, bucket, resource }, headers) => {
    const limit = limits[bucket];
    const key = `${caller} ${bucket} ${resource}`;
    const settle = (allowance: Awaited<ReturnType<Counters["take"]>>) => {
      addLimitHeaders(headers, String(Bun.hash(key)), limit, allowance);
      return allowance.allowed ? undefined : json(429, { retry_after: allowance.resetAfterMs }, headers);
    };
    const allowance = counters.take(key, limit, limits.window_ms);
    return allowance instanceof Promise ? allowance.then(settle) : settle(allowance);
  };
}
