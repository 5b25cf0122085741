import { expect, test } from "bun:test";
import { ulid } from "ulid";
import { configWith } from "../../../config/load.ts";
import { oldestKeptId } from "./entries.ts";

const day = 86_400_000;
const now = 1_700_000_000_000;
const oldest = (days: number) =>
  oldestKeptId({ config: configWith({ audit: { retention_days: days } }), clock: { now: () => now } });

test("an entry is kept for the configured number of days, and not a millisecond longer", () => {
  for (const days of [1, 30, 400]) {
    const at = now - days * day;
    for (const kept of [at, at + 1, now]) expect(ulid(kept) >= oldest(days)).toBe(true);
    for (const expired of [at - 1, at - day, 1]) expect(ulid(expired) >= oldest(days)).toBe(false);
  }
});

test("a retention period that begins before 1970 keeps everything", () => {
  expect(ulid(1) >= oldest(1_000_000)).toBe(true);
});
