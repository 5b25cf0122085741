import { heapStats } from "bun:jsc";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Clock } from "../clock.ts";
import { createInMemoryCounters } from "./in-memory.ts";
import type { Counters } from "./port.ts";

interface Opened {
  readonly engine: Counters;
  readonly cleanup: () => Promise<void>;
}

const engines: { name: string; open: (clock: Clock) => Promise<Opened> }[] = [
  {
    name: "in-memory",
    open: async (clock) => {
      const engine = createInMemoryCounters(clock);
      return { engine, cleanup: () => engine.close() };
    },
  },
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
  const clock = createManualClock();
  let opened: Opened;
  let counters: Counters;
  let keysMade = 0;
  const freshKey = () => `contract:${keysMade++}`;

  beforeAll(async () => {
    opened = await open(clock);
    counters = opened.engine;
  });
  afterAll(() => opened.cleanup());

  test("allows calls up to the limit and then refuses", async () => {
    const key = freshKey();
    expect(await counters.take(key, 2, 1000)).toEqual({ allowed: true, remaining: 1, resetAfterMs: 1000 });
    clock.advance(300);
    expect(await counters.take(key, 2, 1000)).toEqual({ allowed: true, remaining: 0, resetAfterMs: 700 });
    expect(await counters.take(key, 2, 1000)).toEqual({ allowed: false, remaining: 0, resetAfterMs: 700 });
  });

  test("a window ends after its length and not before, also if it refused calls", async () => {
    const key = freshKey();
    await counters.take(key, 1, 1000);
    clock.advance(999);
    expect(await counters.take(key, 1, 1000)).toEqual({ allowed: false, remaining: 0, resetAfterMs: 1 });
    clock.advance(1);
    expect(await counters.take(key, 1, 1000)).toEqual({ allowed: true, remaining: 0, resetAfterMs: 1000 });
  });

  test("keys are counted separately, also those that look alike", async () => {
    const key = freshKey();
    for (const alike of [key, `${key} `, `${key}:`, `${key}\n`, `${key}é`]) {
      expect((await counters.take(alike, 1, 1000)).allowed).toBe(true);
    }
  });

  test("a limit of zero allows nothing", async () => {
    expect(await counters.take(freshKey(), 0, 1000)).toEqual({
      allowed: false,
      remaining: 0,
      resetAfterMs: 1000,
    });
  });

  test("a limit lowered within a window refuses, and one raised allows the difference", async () => {
    const key = freshKey();
    for (let call = 0; call < 3; call++) await counters.take(key, 3, 1000);
    expect(await counters.take(key, 2, 1000)).toEqual({ allowed: false, remaining: 0, resetAfterMs: 1000 });
    expect(await counters.take(key, 5, 1000)).toEqual({ allowed: true, remaining: 1, resetAfterMs: 1000 });
  });

  test("many callers at once are allowed the limit together", async () => {
    const key = freshKey();
    const allowances = await Promise.all(Array.from({ length: 60 }, () => counters.take(key, 7, 1000)));
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
      async (calls, limit, windowMs) => {
        const run = freshKey();
        const model = new Map<string, { openedAt: number; allowedSoFar: number }>();
        for (const { wait, key } of calls) {
          clock.advance(wait);
          const known = model.get(key);
          const isOpen = known !== undefined && clock.now() < known.openedAt + windowMs;
          const window = isOpen ? known : { openedAt: clock.now(), allowedSoFar: 0 };
          model.set(key, window);
          const allowed = window.allowedSoFar < limit;
          if (allowed) window.allowedSoFar++;

          expect(await counters.take(`${run}:${key}`, limit, windowMs)).toEqual({
            allowed,
            remaining: limit - window.allowedSoFar,
            resetAfterMs: window.openedAt + windowMs - clock.now(),
          });
        }
      },
    );
    await fc.assert(property);
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
