import { describe, expect, test } from "bun:test";
import { encodeTime, ulid } from "ulid";
import { areRecentIds } from "./delete-messages.ts";

const now = 1_800_000_000_000;
const week = 604_800_000;

describe("recent ids", () => {
  test.each([0, 1, week - 1, week, -1, -52 * week])("may be made %d ms ago", (ago) => {
    expect(areRecentIds([ulid(now), ulid(now - ago)], now)).toBe(true);
  });

  test.each([week + 1, 2 * week, now])("must not be made %d ms ago", (ago) => {
    expect(areRecentIds([ulid(now), ulid(now - ago)], now)).toBe(false);
  });

  test("may be as late as an id can be, and in lower case", () => {
    expect(areRecentIds(["7ZZZZZZZZZZZZZZZZZZZZZZZZZ", ulid(now).toLowerCase()], now)).toBe(true);
  });

  test.each([
    "",
    "x",
    "8ZZZZZZZZZZZZZZZZZZZZZZZZZ",
    encodeTime(now, 10),
    `${ulid(now)}0`,
    `${ulid(now)}\n`,
    `${ulid(now).slice(1)} `,
    `${ulid(now).slice(0, 25)}U`,
    "🦦".repeat(13),
  ])("must be ids: not %p", (text) => {
    expect(areRecentIds([ulid(now), text], now)).toBe(false);
  });
});
