import { expect, test } from "bun:test";
import { firstIdAt, timeOf } from "./ulid-time.ts";

test("ids and times lead to each other", () => {
  const time = Date.UTC(2026, 2, 3, 12, 30, 15, 123);
  expect(firstIdAt(time)).toHaveLength(26);
  expect(timeOf(firstIdAt(time))).toBe(time);
  expect(timeOf("01ARZ3NDEKTSV4RRFFQ69G5FAV")).toBe(1469922850259);
  expect(firstIdAt(1469922850259) < "01ARZ3NDEKTSV4RRFFQ69G5FAV").toBe(true);
  expect(firstIdAt(1469922850260) > "01ARZ3NDEKTSV4RRFFQ69G5FAV").toBe(true);
});
