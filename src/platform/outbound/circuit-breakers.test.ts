import { expect, test } from "bun:test";
import { CircuitBreakers } from "./circuit-breakers.ts";

test("a circuit breaker is open until its time is over", () => {
  let now = 0;
  const breakers = new CircuitBreakers({ now: () => now });
  breakers.open("a", 100);
  breakers.open("b", 0);
  expect(["a", "b"].map((key) => breakers.isOpen(key))).toEqual([true, false]);
  now = 100;
  expect(breakers.isOpen("a")).toBe(false);
});

test("there are never more than ten thousand open ones: the oldest is dropped", () => {
  const breakers = new CircuitBreakers({ now: () => 0 });
  for (let index = 0; index <= 10_000; index++) breakers.open(`${index}`, 100);
  expect(["0", "1", "10000"].map((key) => breakers.isOpen(key))).toEqual([false, true, true]);
});

test("failures are counted until the next success", () => {
  const breakers = new CircuitBreakers({ now: () => 0 });
  expect(["a", "b", "a"].map((key) => breakers.recordFailure(key))).toEqual([1, 1, 2]);
  breakers.recordSuccess("a");
  expect(["a", "b"].map((key) => breakers.recordFailure(key))).toEqual([1, 2]);
});
