import { heapStats } from "bun:jsc";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { RedisClient, SQL } from "bun";
import fc from "fast-check";
import { newMigratedHome } from "../../../test/support/database/migrated-home.ts";
import { redisProgram, startRedis } from "../../../test/support/redis/redis.ts";
import { engines as databases } from "../../../test/support/server/engines.ts";
import { seconds } from "../../../test/support/server/test-clock.ts";
import type { Clock } from "../clock/clock.ts";
import { createLog } from "../log/log.ts";
import { RedisConnection } from "../redis/client/connection.ts";
import { divideAmongNodes } from "./in-memory/divided.ts";
import { createInMemoryCounters } from "./in-memory/in-memory.ts";
import type { Counters } from "./port.ts";
import { createPostgresCounters } from "./postgres/postgres.ts";
import { createRedisCounters } from "./redis/redis.ts";

interface Opened {
  readonly engine: Counters;
  /** Lets the time of the engine pass. */
  readonly advance: (ms: number) => unknown;
  /** How much real time may pass unnoticed where the engine has a clock of its own. */
  readonly driftMs: number;
  readonly cleanup: () => Promise<unknown>;
}

/** Of the windows in these tests; far more than any of them takes. */
const minute = seconds(60);

const noCounters: Counters = {
  take: () => Promise.reject(new Error("Redis did not respond")),
  close: async () => {},
};

/** Moves the ends of all windows, as if time had passed: the clock of Redis cannot be set. */
const shortenInRedis = `
for _, key in ipairs(redis.call("keys", "ermine:counters:*")) do
  redis.call("pexpire", key, redis.call("pttl", key) - ARGV[1])
end`;

async function openInMemory(
  wrap: (counters: Counters) => Counters = (counters) => counters,
): Promise<Opened> {
  const clock = createManualClock();
  const engine = wrap(createInMemoryCounters(clock));
  return { engine, advance: clock.advance, driftMs: 0, cleanup: () => engine.close() };
}

async function openRedis(): Promise<Opened> {
  const redis = await startRedis();
  const admin = new RedisClient(redis.url);
  const connection = await RedisConnection.open({
    url: redis.url,
    log: createLog("silent"),
    deadlineMs: seconds(30),
  });
  const engine = createRedisCounters(connection, noCounters);
  return {
    engine,
    advance: (ms) => admin.send("EVAL", [shortenInRedis, "0", `${ms}`]),
    driftMs: minute,
    async cleanup() {
      await engine.close();
      admin.close();
      await redis[Symbol.asyncDispose]();
    },
  };
}

async function openPostgres(): Promise<Opened> {
  const { databaseUrl: url, remove } = await newMigratedHome("postgres");
  const admin = new SQL({ url, max: 1 });
  const engine = createPostgresCounters({ url, queryTimeoutMs: seconds(30) });
  return {
    engine,
    advance: async (ms) => void (await admin.unsafe("update counters set ends_at = ends_at - $1", [ms])),
    driftMs: minute,
    async cleanup() {
      await engine.close();
      await admin.close();
      remove();
    },
  };
}

const engines: { name: string; open: () => Promise<Opened> }[] = [
  { name: "in-memory", open: openInMemory },
  {
    name: "divided among one node",
    open: () => openInMemory((counters) => divideAmongNodes(counters, () => 1)),
  },
  ...(redisProgram ? [{ name: "Redis", open: openRedis }] : []),
  ...(databases.includes("postgres") ? [{ name: "PostgreSQL", open: openPostgres }] : []),
];

function createManualClock(): Clock & { advance(ms: number): void } {
  let now = 1_700_000_000_000;
  return {
    now: () => now,
    advance(ms) {
      now += ms;
    },
  };
}

describe.each(engines)("counters: $name", ({ open }) => {
  let opened: Opened;
  let counters: Counters;
  let keysMade = 0;
  const freshKey = () => `contract:${keysMade++}`;

  beforeAll(async () => {
    opened = await open();
    counters = opened.engine;
  });
  afterAll(() => opened.cleanup());

  /** Times are in minutes. */
  const take = async (key: string, limit: number, windowLength: number) => {
    const { resetAfterMs, ...outcome } = await counters.take(key, limit, windowLength * minute);
    const resetAfter = Math.ceil(resetAfterMs / minute);
    if (opened.driftMs === 0) expect(resetAfterMs).toBe(resetAfter * minute);
    return { ...outcome, resetAfter };
  };
  const advance = (minutes: number) => opened.advance(minutes * minute);

  test("allows calls up to the limit and then refuses", async () => {
    const key = freshKey();
    expect(await take(key, 2, 1000)).toEqual({ allowed: true, remaining: 1, resetAfter: 1000 });
    await advance(300);
    expect(await take(key, 2, 1000)).toEqual({ allowed: true, remaining: 0, resetAfter: 700 });
    expect(await take(key, 2, 1000)).toEqual({ allowed: false, remaining: 0, resetAfter: 700 });
  });

  test("a window ends after its length and not before, also if it refused calls", async () => {
    const key = freshKey();
    await take(key, 1, 1000);
    await advance(999);
    expect(await take(key, 1, 1000)).toEqual({ allowed: false, remaining: 0, resetAfter: 1 });
    await advance(1);
    expect(await take(key, 1, 1000)).toEqual({ allowed: true, remaining: 0, resetAfter: 1000 });
  });

  test("keys are counted separately, also those that look alike", async () => {
    const key = freshKey();
    for (const alike of [key, `${key} `, `${key}:`, `${key}\n`, `${key}é`]) {
      expect((await take(alike, 1, 1000)).allowed).toBe(true);
    }
  });

  test("windows of different lengths are counted apart", async () => {
    const key = freshKey();
    expect(await take(key, 1, 1000)).toMatchObject({ allowed: true, resetAfter: 1000 });
    expect(await take(key, 1, 10)).toMatchObject({ allowed: true, resetAfter: 10 });
    expect(await take(key, 1, 1000)).toMatchObject({ allowed: false, resetAfter: 1000 });
  });

  test("a limit of zero allows nothing", async () => {
    expect(await take(freshKey(), 0, 1000)).toEqual({
      allowed: false,
      remaining: 0,
      resetAfter: 1000,
    });
  });

  test("a limit lowered within a window refuses, and one raised allows the difference", async () => {
    const key = freshKey();
    for (let call = 0; call < 3; call++) await take(key, 3, 1000);
    expect(await take(key, 2, 1000)).toEqual({ allowed: false, remaining: 0, resetAfter: 1000 });
    expect(await take(key, 5, 1000)).toEqual({ allowed: true, remaining: 1, resetAfter: 1000 });
  });

  test("many callers at once are allowed the limit together", async () => {
    const key = freshKey();
    const allowances = await Promise.all(Array.from({ length: 60 }, () => take(key, 7, 1000)));
    expect(allowances.filter(({ allowed }) => allowed)).toHaveLength(7);
  });

  test("calls at any times match the model", async () => {
    const calls = fc.array(fc.record({ wait: fc.nat(700), key: fc.constantFrom("a", "b", "c") }), {
      maxLength: 60,
      size: "max",
    });
    const property = fc.asyncProperty(
      calls,
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 1500 }),
      async (calls, limit, windowLength) => {
        const run = freshKey();
        let now = 0;
        const model = new Map<string, { openedAt: number; allowedSoFar: number }>();
        for (const { wait, key } of calls) {
          await advance(wait);
          now += wait;
          const known = model.get(key);
          const isOpen = known !== undefined && now < known.openedAt + windowLength;
          const window = isOpen ? known : { openedAt: now, allowedSoFar: 0 };
          model.set(key, window);
          const allowed = window.allowedSoFar < limit;
          if (allowed) window.allowedSoFar++;

          expect(await take(`${run}:${key}`, limit, windowLength)).toEqual({
            allowed,
            remaining: limit - window.allowedSoFar,
            resetAfter: window.openedAt + windowLength - now,
          });
        }
      },
    );
    // Each call of an engine outside of this process is a round trip.
    await fc.assert(property, { numRuns: opened.driftMs === 0 ? 100 : 20 });
  });
});

describe("in-memory counters", () => {
  test("answer without a promise", () => {
    const counters = createInMemoryCounters(createManualClock());
    expect(counters.take("key", 1, 1000)).toEqual({ allowed: true, remaining: 0, resetAfterMs: 1000 });
  });

  test("remove windows that have ended", () => {
    const clock = createManualClock();
    const counters = createInMemoryCounters(clock);
    const objectsNow = () => {
      Bun.gc(true);
      return heapStats().objectCount;
    };
    const before = objectsNow();
    for (let call = 0; call < 100_000; call++) {
      counters.take(`client:${call}`, 1, 1000);
      clock.advance(10);
    }
    expect(objectsNow() - before).toBeLessThan(10_000);
    expect(counters.take("client:0", 1, 1000)).toMatchObject({ allowed: true });
  });

  test("hold a bounded number of windows, and forget those that opened first", () => {
    const counters = createInMemoryCounters(createManualClock(), 1_000);
    const objectsNow = () => {
      Bun.gc(true);
      return heapStats().objectCount;
    };
    counters.take("other length", 1, 60_000);
    const before = objectsNow();
    for (let call = 0; call < 100_000; call++) counters.take(`invented:${call}`, 1, 1000);
    expect(objectsNow() - before).toBeLessThan(10_000);
    expect(counters.take("invented:99999", 1, 1000)).toMatchObject({ allowed: false });
    expect(counters.take("invented:0", 1, 1000)).toMatchObject({ allowed: true });
    expect(counters.take("other length", 1, 60_000)).toMatchObject({ allowed: false });
  });

  test("do not stay closed when the clock is set back", () => {
    const clock = createManualClock();
    const counters = createInMemoryCounters(clock);
    counters.take("key", 1, 1000);
    clock.advance(-86_400_000);
    expect(counters.take("key", 1, 1000)).toEqual({ allowed: true, remaining: 0, resetAfterMs: 1000 });
    expect(counters.take("key", 1, 1000)).toMatchObject({ allowed: false });
  });

  test("are empty once closed", async () => {
    const counters = createInMemoryCounters(createManualClock());
    counters.take("key", 1, 1000);
    await counters.close();
    expect(counters.take("key", 1, 1000)).toMatchObject({ allowed: true });
  });
});
