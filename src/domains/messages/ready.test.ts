import { expect, test } from "bun:test";
import { slowmodeViews } from "./ready.ts";

test("views show the seconds that are left, rounded up, and leave out slowmodes that have ended", () => {
  const waits = [5_000, 5_001, 5_999, 7_000].map((until) => ({
    user_id: "u",
    channel_id: `${until}`,
    until,
  }));
  const left = (channel_id: string, duration: number) => ({ channel_id, duration, retry_after: duration });
  expect(slowmodeViews(waits, 5_000)).toEqual([left("5001", 1), left("5999", 1), left("7000", 2)]);
  expect(slowmodeViews(waits, 9_000)).toEqual([]);
});
