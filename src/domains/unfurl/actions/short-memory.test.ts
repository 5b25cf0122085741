import { describe, expect, test } from "bun:test";
import { ApiError } from "../../../protocol/error.ts";
import { ShortMemory } from "./short-memory.ts";

function newMemory(limits: { ms?: number; entries?: number; bytes?: number } = {}) {
  let now = 0;
  let found = 0;
  const clock = { now: () => now };
  const all = { ms: 100, entries: 10, bytes: 100_000, ...limits };
  const memory = new ShortMemory<string>(all, clock, (value) => value.length);
  const find = (value: string) => async () => {
    found += 1;
    return value;
  };
  const wait = (ms: number) => {
    now += ms;
  };
  return { memory, find, found: () => found, wait };
}

describe("a short memory", () => {
  test("finds out once, for as long as it remembers", async () => {
    const { memory, find, found, wait } = newMemory();
    expect(await memory.recall("a", find("first"))).toBe("first");
    wait(99);
    expect(await memory.recall("a", find("second"))).toBe("first");
    wait(1);
    expect(await memory.recall("a", find("second"))).toBe("second");
    expect(found()).toBe(2);
  });

  test("finds out once for all who ask at the same time", async () => {
    const { memory, find, found } = newMemory({ ms: 0 });
    const answers = await Promise.all([1, 2, 3].map(() => memory.recall("a", find("value"))));
    expect(answers).toEqual(["value", "value", "value"]);
    expect(found()).toBe(1);
  });

  test("remembers failures that are meant for clients, and no others", async () => {
    const { memory, find } = newMemory();
    const failing = (error: Error) => async () => Promise.reject(error);
    const refusal = new ApiError("ProxyError");
    await expect(memory.recall("a", failing(refusal))).rejects.toBe(refusal);
    await expect(memory.recall("a", find("value"))).rejects.toBe(refusal);
    await expect(memory.recall("b", failing(new Error("a bug")))).rejects.toThrow("a bug");
    expect(await memory.recall("b", find("value"))).toBe("value");
  });

  test("forgets the oldest of too many", async () => {
    const { memory, find, found } = newMemory({ entries: 2 });
    for (const key of ["a", "b", "c", "c", "b"]) await memory.recall(key, find(key));
    expect(found()).toBe(3);
    await memory.recall("a", find("a"));
    expect(found()).toBe(4);
  });

  test("never holds more bytes than it may", async () => {
    const { memory, find, found } = newMemory({ bytes: 10_000 });
    for (const key of ["a", "b", "c"]) await memory.recall(key, find("x".repeat(4_000)));
    expect(memory.bytes).toBeGreaterThan(8_000);
    expect(memory.bytes).toBeLessThanOrEqual(10_000);
    await memory.recall("huge", find("x".repeat(20_000)));
    expect(memory.bytes).toBe(0);
    await memory.recall("huge", find("x".repeat(20_000)));
    expect(found()).toBe(5);
  });

  test("lets go of what is outdated", async () => {
    const { memory, find, wait } = newMemory();
    for (const key of ["a", "b", "c"]) await memory.recall(key, find("x".repeat(1_000)));
    wait(100);
    await memory.recall("d", find(""));
    expect(memory.bytes).toBeLessThan(1_000);
  });
});
