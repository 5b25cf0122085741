import { describe, expect, test } from "bun:test";
import { TtlCache } from "./ttl-cache.ts";

class Refusal extends Error {}

function newCache(limits: { ms?: number; entries?: number; bytes?: number } = {}) {
  let now = 0;
  let loads = 0;
  const clock = { now: () => now };
  const all = { ms: 100, entries: 10, bytes: 100_000, ...limits };
  const cache = new TtlCache<string>(all, clock, {
    weigh: (value) => value.length,
    keeps: (failure) => failure instanceof Refusal,
  });
  const load = (value: string) => async () => {
    loads += 1;
    return value;
  };
  const wait = (ms: number) => {
    now += ms;
  };
  return { cache, load, loads: () => loads, wait };
}

describe("a cache with a lifetime", () => {
  test("loads a value once in its lifetime", async () => {
    const { cache, load, loads, wait } = newCache();
    expect(await cache.get("a", load("first"))).toBe("first");
    wait(99);
    expect(await cache.get("a", load("second"))).toBe("first");
    wait(1);
    expect(await cache.get("a", load("second"))).toBe("second");
    expect(loads()).toBe(2);
  });

  test("loads a value once for requests at the same time", async () => {
    const { cache, load, loads } = newCache({ ms: 0 });
    const answers = await Promise.all([1, 2, 3].map(() => cache.get("a", load("value"))));
    expect(answers).toEqual(["value", "value", "value"]);
    expect(loads()).toBe(1);
  });

  test("caches failures that are meant for clients, and no others", async () => {
    const { cache, load } = newCache();
    const failing = (error: Error) => async () => Promise.reject(error);
    const refusal = new Refusal("not allowed");
    await expect(cache.get("a", failing(refusal))).rejects.toBe(refusal);
    await expect(cache.get("a", load("value"))).rejects.toBe(refusal);
    await expect(cache.get("b", failing(new Error("a bug")))).rejects.toThrow("a bug");
    expect(await cache.get("b", load("value"))).toBe("value");
  });

  test("evicts the oldest of too many entries", async () => {
    const { cache, load, loads } = newCache({ entries: 2 });
    for (const key of ["a", "b", "c", "c", "b"]) await cache.get(key, load(key));
    expect(loads()).toBe(3);
    await cache.get("a", load("a"));
    expect(loads()).toBe(4);
  });

  test("never holds more bytes than allowed, and keeps the others if one value is too large", async () => {
    const { cache, load, loads } = newCache({ bytes: 10_000 });
    for (const key of ["a", "b", "c"]) await cache.get(key, load("x".repeat(4_000)));
    expect(cache.bytes).toBeGreaterThan(8_000);
    expect(cache.bytes).toBeLessThanOrEqual(10_000);
    await cache.get("huge", load("x".repeat(20_000)));
    expect(cache.bytes).toBeGreaterThan(8_000);
    expect(cache.bytes).toBeLessThanOrEqual(10_000);
    await cache.get("huge", load("x".repeat(20_000)));
    expect(loads()).toBe(5);
  });

  test("drops expired entries", async () => {
    const { cache, load, wait } = newCache();
    for (const key of ["a", "b", "c"]) await cache.get(key, load("x".repeat(1_000)));
    wait(100);
    await cache.get("d", load(""));
    expect(cache.bytes).toBeLessThan(1_000);
  });
});
