import { expect, test } from "bun:test";
import { parseSeconds } from "./markdown.ts";

test("a time is read in its zone, or as UTC if it names none", () => {
  const noon = Date.UTC(2026, 0, 2, 12) / 1_000;
  for (const text of ["2026-01-02T12:00:00", "2026-01-02 12:00:00.000", "2026-01-02T12:00:00Z"])
    expect(parseSeconds(text), text).toBe(noon);
  expect(parseSeconds("2026-01-02T12:00:00+02:00")).toBe(noon - 7_200);
  expect(parseSeconds("noon")).toBeNaN();
});
