import { expect, test } from "bun:test";
import { Rests } from "./rests.ts";

test("who rests is left alone until it is over", () => {
  let now = 0;
  const rests = new Rests({ now: () => now });
  rests.begin("a", 100);
  rests.begin("b", 0);
  expect(["a", "b"].map((origin) => rests.isResting(origin))).toEqual([true, false]);
  now = 100;
  expect(rests.isResting("a")).toBe(false);
});

test("many that rest do not take all memory: the first ones are forgotten", () => {
  const rests = new Rests({ now: () => 0 });
  for (let index = 0; index <= 10_000; index++) rests.begin(`${index}`, 100);
  expect(["0", "1", "10000"].map((origin) => rests.isResting(origin))).toEqual([false, true, true]);
});

test("failures are counted until it goes well again", () => {
  const rests = new Rests({ now: () => 0 });
  expect([rests.strike("a"), rests.strike("b"), rests.strike("a")]).toEqual([1, 1, 2]);
  rests.forgive("a");
  expect([rests.strike("a"), rests.strike("b")]).toEqual([1, 2]);
});
