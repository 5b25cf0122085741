import { expect, test } from "bun:test";
import { configWith } from "../config/load.ts";
import { systemClock } from "../platform/clock/clock.ts";
import { createInMemoryCounters } from "../platform/counters/in-memory/in-memory.ts";
import { noMetrics } from "../platform/metrics/port.ts";
import { createLimiter } from "./limiter.ts";
import type { ResponseContext } from "./respond.ts";

function openLimiter(limits: object) {
  const counters = createInMemoryCounters(systemClock);
  // One window, which lasts for the whole test.
  const { ratelimits } = configWith({ ratelimits: { window_ms: 3_600_000, ...limits } });
  return createLimiter({
    limits: ratelimits,
    counters: { exact: counters, approximate: counters, close: async () => {} },
    seed: 7n,
    metrics: noMetrics,
  });
}

const context = (): ResponseContext => ({ requestId: "request" });

test("the calls of a caller count together, however many others call in between", async () => {
  const limiter = openLimiter({ any: 4, total_address: 3 });
  const statusOf = async (refusal: ReturnType<typeof limiter.chargeAddress>) => (await refusal)?.status;
  const chargeTo = (caller: string, response: ResponseContext) =>
    limiter.chargeCaller({ caller, bot: false, bucket: "any", resource: "" }, response);
  const call = async (caller: string) => {
    const response = context();
    return { status: await statusOf(chargeTo(caller, response)), limit: response.limit };
  };
  const names = new Set<string | undefined>();
  for (let round = 1; round <= 4; round++) {
    if (round <= 3) expect(await statusOf(limiter.chargeAddress("192.0.2.0", context()))).toBeUndefined();
    const { status, limit } = await call("caller");
    expect({ status, remaining: limit?.allowance.remaining }).toEqual({
      status: undefined,
      remaining: 4 - round,
    });
    names.add(limit?.bucket);
    for (let other = 0; other < 10_100; other++) {
      limiter.chargeAddress(`192.0.2.${round}-${other}`, context());
      chargeTo(`${round}-${other}`, context());
    }
  }
  expect(names.size).toBe(1);
  expect(await statusOf(limiter.chargeAddress("192.0.2.0", context()))).toBe(429);
  expect((await call("caller")).status).toBe(429);
});

test("each caller, bucket and resource has a bucket of its own", async () => {
  const limiter = openLimiter({});
  const names = new Set<string | undefined>();
  for (const caller of ["one", "other"])
    for (const bucket of ["any", "servers"] as const)
      for (const resource of ["", "this", "that"]) {
        const response = context();
        await limiter.chargeCaller({ caller, bot: false, bucket, resource }, response);
        names.add(response.limit?.bucket);
      }
  expect(names.size).toBe(12);
});
