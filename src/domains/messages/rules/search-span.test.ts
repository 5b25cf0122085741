import { expect, test } from "bun:test";
import fc from "fast-check";
import { ulid } from "ulid";
import { anyText } from "../../../../test/support/hostile/any-text.ts";
import { amount } from "../../../../test/support/run/is-thorough.ts";
import { searchId } from "./search-index.ts";
import { spanBetween } from "./search-span.ts";

const id = fc.integer({ min: 0, max: 2 ** 42 - 1 }).map((time) => ulid(time));
const border = fc.oneof(id, anyText({ minLength: 26, maxLength: 26 }));

test("the span between two borders holds every message between them", () => {
  fc.assert(
    fc.property(id, border, border, (message, after, before) => {
      const number = searchId(message);
      if (message > after) expect(number).toBeGreaterThanOrEqual(spanBetween(after, undefined).first);
      if (message < before) expect(number).toBeLessThanOrEqual(spanBetween(undefined, before).last);
    }),
    { numRuns: amount(400, 2_000) },
  );
});

test("messages of other milliseconds are outside", () => {
  const time = 1_700_000_000_000;
  const { first, last } = spanBetween(ulid(time), ulid(time + 5));
  expect(searchId(ulid(time - 1))).toBeLessThan(first);
  expect(searchId(ulid(time + 6))).toBeGreaterThan(last);
});

test("both ends are safe integers for any borders", () => {
  fc.assert(
    fc.property(
      fc.option(border, { nil: undefined }),
      fc.option(border, { nil: undefined }),
      (after, before) => {
        const { first, last } = spanBetween(after, before);
        expect([first, last].every(Number.isSafeInteger)).toBe(true);
      },
    ),
  );
  expect(spanBetween(undefined, "!".repeat(26)).last).toBe(-1);
  expect(spanBetween(undefined, undefined)).toEqual({ first: 0, last: Number.MAX_SAFE_INTEGER });
});
