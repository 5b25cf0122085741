import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { lockoutMs } from "./lockout.ts";

describe("lockout", () => {
  test.each([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 60_000],
    [4, 300_000],
    [5, 3_600_000],
    [6, 3_600_000],
    [1_000_000, 3_600_000],
  ])("after %p wrong passwords: %p ms", (failures, ms) => {
    expect(lockoutMs(failures)).toBe(ms);
  });

  test("one more failure never shortens it", () => {
    fc.assert(
      fc.property(fc.nat(1000), (failures) => {
        expect(lockoutMs(failures + 1)).toBeGreaterThanOrEqual(lockoutMs(failures));
      }),
    );
  });
});
