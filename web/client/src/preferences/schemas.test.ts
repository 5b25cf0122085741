import { expect, test } from "bun:test";
import { fields, fieldsOf, flag, isNumber, isText, listOf, oneOf, tableOf, within } from "./schemas.ts";

const hostile = [undefined, null, 0, 7.5, Number.NaN, "", "text", true, [], ["a", 1], {}, { a: 1, b: "c" }];

test("whatever is stored, a schema gives a value of its kind or none", () => {
  for (const stored of hostile) {
    expect(["x", "text", undefined]).toContain(oneOf("x", "text")(stored));
    expect([true, false, undefined]).toContain(flag(stored));
    const number = within(1, 5)(stored) ?? 3;
    expect(Number.isInteger(number) && number >= 1 && number <= 5).toBe(true);
    expect((listOf(isText)(stored) ?? []).every(isText)).toBe(true);
    expect(Object.values(tableOf(isNumber)(stored) ?? {}).every(isNumber)).toBe(true);
    expect(Array.isArray(fieldsOf(stored))).toBe(false);
  }
});

test("what is of the kind is kept", () => {
  expect(["text", "other"].map(oneOf("x", "text"))).toEqual(["text", undefined]);
  expect([false, "yes"].map(flag)).toEqual([false, undefined]);
  expect([9, 2.4, "2"].map(within(1, 5))).toEqual([5, 2, undefined]);
  expect(listOf(isText)(["a", 1, "b"])).toEqual(["a", "b"]);
  expect(tableOf(isNumber)({ a: 1, b: "c" })).toEqual({ a: 1 });
});

test("a field that is not valid is the default", () => {
  const size = fields({ width: 4, isFull: true }, { width: within(0, 9), isFull: flag });
  expect(size({ width: "wide", isFull: false, other: 1 })).toEqual({ width: 4, isFull: false });
  expect(size("none")).toEqual({ width: 4, isFull: true });
});
