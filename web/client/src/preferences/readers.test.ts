import { expect, test } from "bun:test";
import { fieldsOf, flag, isNumber, isText, listOf, oneOf, tableOf, within } from "./readers.ts";

const hostile = [undefined, null, 0, 7.5, Number.NaN, "", "text", true, [], ["a", 1], {}, { a: 1, b: "c" }];

test("whatever is stored, a reader gives a value of its kind", () => {
  for (const stored of hostile) {
    expect(["x", "text"]).toContain(oneOf("x", "text")(stored));
    expect(typeof flag(true)(stored)).toBe("boolean");
    const number = within(1, 5, 3)(stored);
    expect(Number.isInteger(number) && number >= 1 && number <= 5).toBe(true);
    expect(listOf(isText)(stored).every(isText)).toBe(true);
    expect(Object.values(tableOf(isNumber)(stored)).every(isNumber)).toBe(true);
    expect(Array.isArray(fieldsOf(stored))).toBe(false);
  }
});

test("what is of the kind is kept, and the rest is the default", () => {
  expect(oneOf("x", "text")("text")).toBe("text");
  expect(oneOf("x", "text")("other")).toBe("x");
  expect([flag(true)(false), flag(false)("yes")]).toEqual([false, false]);
  expect([within(1, 5, 3)(9), within(1, 5, 3)(2.4), within(1, 5, 3)("2")]).toEqual([5, 2, 3]);
  expect(listOf(isText)(["a", 1, "b"])).toEqual(["a", "b"]);
  expect(tableOf(isNumber)({ a: 1, b: "c" })).toEqual({ a: 1 });
});
