import { describe, expect, test } from "bun:test";
import { exceededQuota } from "./quota.ts";

const limits = { max_user_bytes: 100, max_daily_bytes: 50 };

describe("storage quotas", () => {
  test.each([
    [{ claimed: 0, unused: 0, today: 0 }, 50, undefined],
    [{ claimed: 0, unused: 0, today: 0 }, 51, 50],
    [{ claimed: 60, unused: 30, today: 0 }, 10, undefined],
    [{ claimed: 60, unused: 30, today: 0 }, 11, 100],
    [{ claimed: 101, unused: 0, today: 0 }, 1, 100],
    [{ claimed: 0, unused: 0, today: 50 }, 1, 50],
  ])("%o has room for %d: exceeds %p", (usage, size, max) => {
    expect(exceededQuota(usage, size, limits)?.max).toBe(max as number);
  });

  test("0 turns a quota off", () => {
    const usage = { claimed: 1e12, unused: 1e12, today: 1e12 };
    expect(exceededQuota(usage, 1e12, { max_user_bytes: 0, max_daily_bytes: 0 })).toBeUndefined();
  });

  test("the notes tell the two quotas apart", () => {
    const usage = { claimed: 0, unused: 0, today: 0 };
    const total = exceededQuota(usage, 101, { ...limits, max_daily_bytes: 0 });
    const daily = exceededQuota(usage, 51, { ...limits, max_user_bytes: 0 });
    expect([total?.note, daily?.note]).toEqual([
      expect.stringContaining("Delete"),
      expect.stringContaining("tomorrow"),
    ]);
  });
});
