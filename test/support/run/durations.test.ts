import { expect, test } from "bun:test";
import { type Durations, updateDurations } from "./durations.ts";

const known: Durations = { cluster: 100, redis: 20, others: 1, files: { "a.test.ts": 40, "b.test.ts": 4 } };
const measure = (files: Record<string, number>, more: { cluster?: number; redis?: number } = {}) => ({
  files: new Map(Object.entries(files)),
  ...more,
});

test("what differs by no more than chance stays as it was", () => {
  const measured = measure({ "a.test.ts": 47, "b.test.ts": 4.9 }, { cluster: 120, redis: 16 });
  const updated = updateDurations(known, measured, ["a.test.ts", "b.test.ts"]);
  expect({ ...updated, others: known.others }).toEqual(known);
});

test("what differs by more is recorded in whole seconds; fast files are only a part of the mean", () => {
  const measured = measure({ "a.test.ts": 60.4, "b.test.ts": 0.5, "c.test.ts": 7.6, "d.test.ts": 0.9 });
  const existing = ["a.test.ts", "b.test.ts", "c.test.ts", "d.test.ts"];
  const updated = updateDurations(known, { ...measured, cluster: 150, redis: 5 }, existing);
  expect(updated).toEqual({
    cluster: 150,
    redis: 5,
    others: 0.7,
    files: { "a.test.ts": 60, "c.test.ts": 8 },
  });
});

test("a run of some files leaves the others alone; files that are gone are forgotten", () => {
  const updated = updateDurations(known, measure({ "c.test.ts": 9 }), ["a.test.ts", "c.test.ts"]);
  expect(updated).toEqual({ ...known, files: { "a.test.ts": 40, "c.test.ts": 9 } });
});
