import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { judgeAttempt, lockoutMs } from "./lockout.ts";

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

  test("during a lockout ten attempts are judged, and none prolongs it", () => {
    const locked = { failures: 3, locked_until: 60_000, judged: 0 };
    for (let judged = 0; judged < 20; judged++) {
      const next = { ...locked, judged: judged + 1 };
      expect(judgeAttempt({ ...locked, judged }, true, 59_999)).toEqual({
        verdict: judged < 10 ? "locked" : "wrong",
        next,
      });
      expect(judgeAttempt({ ...locked, judged }, false, 0)).toEqual({ verdict: "wrong", next });
    }
    expect(judgeAttempt({ ...locked, judged: 20 }, true, 60_000).verdict).toBe("right");
    expect(judgeAttempt({ ...locked, judged: 20 }, false, 60_000).next).toEqual({
      failures: 4,
      locked_until: 360_000,
      judged: 0,
    });
  });
});
