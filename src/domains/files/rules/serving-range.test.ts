import { describe, expect, test } from "bun:test";
import { requestedRange } from "./serving-range.ts";

const size = 100;

describe("the requested range", () => {
  test.each([
    ["bytes=0-0", 0, 1],
    ["bytes=0-9", 0, 10],
    ["bytes=10-24", 10, 25],
    ["bytes=90-", 90, 100],
    ["bytes=0-", 0, 100],
    ["bytes=-10", 90, 100],
    ["bytes=-1000", 0, 100],
    ["bytes=99-1000", 99, 100],
    ["bytes=0-99999999999999999999999", 0, 100],
    ["BYTES= 1-2 ", 1, 3],
  ])("%s", (header, start, end) => {
    expect(requestedRange(header, size)).toEqual({ start, end });
  });

  test.each(["bytes=100-", "bytes=100-200", "bytes=-0", "bytes=99999999999999999999999-"])(
    "%s holds nothing",
    (header) => {
      expect(requestedRange(header, size)).toBe("unsatisfiable");
    },
  );

  test("no range of an empty file can be satisfied", () => {
    expect(requestedRange("bytes=0-", 0)).toBe("unsatisfiable");
    expect(requestedRange("bytes=-5", 0)).toBe("unsatisfiable");
    expect(requestedRange(null, 0)).toBe("whole");
  });

  test.each([
    null,
    "",
    "bytes",
    "bytes=",
    "bytes=-",
    "bytes=5-4",
    "bytes=0-1,3-4",
    "bytes=a-b",
    "bytes=-1-2",
    "bytes=1.5-2",
    "items=0-1",
  ])("%p gets the whole content", (header) => {
    expect(requestedRange(header, size)).toBe("whole");
  });
});
