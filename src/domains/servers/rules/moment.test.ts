import { expect, test } from "bun:test";
import { readMoment } from "./moment.ts";

test.each([
  ["2026-01-02T03:04:05.678Z", Date.UTC(2026, 0, 2, 3, 4, 5, 678)],
  ["2026-01-02T03:04:05+02:00", Date.UTC(2026, 0, 2, 1, 4, 5)],
  ["2026-01-02T03:04:05-11:30", Date.UTC(2026, 0, 2, 14, 34, 5)],
  [0, 0],
  [-1, -1],
  [1_767_323_045_678, 1_767_323_045_678],
  ["9999-12-31T23:59:59.999Z", 253_402_300_799_999],
  ["9999-12-31T23:59:59-00:01", undefined],
  ["0000-01-01T00:00:00+00:01", undefined],
  ["2026-12-31T23:59:60Z", undefined],
  ["2026-01-02T03:04:05Z[Europe/Berlin]", undefined],
  ["tomorrow", undefined],
  [253_402_300_800_000, undefined],
  [Number.MAX_SAFE_INTEGER, undefined],
  [-Number.MAX_SAFE_INTEGER, undefined],
])("%p is the moment %p", (said, moment) => {
  expect(readMoment(said)).toBe(moment);
});
