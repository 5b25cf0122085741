import { describe, expect, test } from "bun:test";
import { parseTimestamp } from "./timestamp.ts";

describe("parseTimestamp", () => {
  test.each([
    ["2026-03-01", "2026-03-01T00:00:00.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["2026-03-01T10:30Z", "2026-03-01T10:30:00.000Z"],
    ["2026-03-01T10:30:15.5Z", "2026-03-01T10:30:15.500Z"],
    ["2026-03-01T00:30:00+02:00", "2026-02-28T22:30:00.000Z"],
  ])("reads %p as %p", (text, time) => {
    expect(new Date(parseTimestamp(text) ?? Number.NaN).toISOString()).toBe(time);
  });

  test.each([
    "",
    "soon",
    "1",
    "2026",
    "1.3.2026",
    "2026-02-30",
    "2025-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-03-01T25:00Z",
    "2026-03-01T10:30",
    "2026-03-01 10:30Z",
    "+012026-03-01",
    " 2026-03-01",
  ])("refuses %p", (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });
});
