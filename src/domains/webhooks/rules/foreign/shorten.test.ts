import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { shareBytes, shortenBytes, shortenName } from "./shorten.ts";

describe("shortened texts", () => {
  test.each([
    ["short", 5, "short"],
    ["a".repeat(20), 17, "aaaaaaaaaa…"],
    ["é".repeat(20), 20, "éééééé…"],
    ["words and words", 13, "words…"],
    ["🦡".repeat(10), 12, "🦡…"],
    ["see [this](https://example.org/long) and more of it", 36, "see…"],
    ["```\n123456789012345", 18, "```\n1234567…\n```"],
    ["abc", 2, "ab"],
    ["abc", 0, ""],
    ["abc", -1, ""],
  ])("%j in %d bytes", (text, max, expected) => {
    expect(shortenBytes(text, max)).toBe(expected);
  });

  test("never exceed the limit, and stay well-formed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.nat(120), (text, max) => {
        const short = shortenBytes(text, max);
        expect(Buffer.byteLength(short)).toBeLessThanOrEqual(Math.max(max, 0));
        expect(short.isWellFormed()).toBeTrue();
      }),
    );
  });

  test("names are counted in UTF-16 units", () => {
    expect([shortenName("abc", 3), shortenName("abcd", 3), shortenName("a🦡b", 3)]).toEqual([
      "abc",
      "ab…",
      "a…",
    ]);
  });
});

describe("shareBytes", () => {
  test.each([
    [[10, 20], 100, [10, 20]],
    [[10, 200, 300], 100, [10, 45, 45]],
    [[500, 500], 100, [50, 50]],
    [[], 100, []],
    [[5, 5, 5], 7, [2, 2, 3]],
  ])("%j of %d", (sizes, budget, expected) => {
    expect(shareBytes(sizes, budget)).toEqual(expected);
  });
});
