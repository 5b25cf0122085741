import { describe, expect, test } from "bun:test";
import { deserialize, Long, serialize } from "bson";
import { idsFrom } from "../../../src/platform/ids/ids.ts";
import { fileIdsIn } from "./file-references.ts";
import { plainJson } from "./plain-json.ts";
import { idOf, integerOf, overrideOf, permissionsOf, timeOf, Unusable } from "./values.ts";

/** A value as it is after a dump. */
const dumped = (value: unknown) => deserialize(serialize({ value }), { useBigInt64: true }).value;
const noon = Date.UTC(2024, 4, 6, 12);

describe("times", () => {
  test.each([
    ["a date", new Date(noon)],
    ["a text", "2024-05-06T12:00:00.000Z"],
    ["a text with nanoseconds", "2024-05-06T12:00:00.000999999Z"],
    ["a text of another zone", "2024-05-06T14:00:00+02:00"],
    ["milliseconds of 64 bits", Long.fromNumber(noon)],
    ["milliseconds as a floating point number", noon],
    ["seconds", Math.trunc(noon / 1_000)],
    ["seconds of 64 bits", Long.fromNumber(noon / 1_000)],
  ])("%s", (_, value) => {
    expect(timeOf(dumped(value), "time")).toBe(noon);
  });

  test.each([["never"], [Number.NaN], [-1], [1e300], [null], [{}], [[]], [new Date(Number.NaN)]])(
    "%p is none",
    (value) => {
      expect(() => timeOf(value, "joined_at")).toThrow(new Unusable("joined_at is not a time"));
    },
  );
});

describe("permissions", () => {
  test.each([
    [Long.fromInt(-1), 2 ** 52 - 1],
    [-1, 2 ** 52 - 1],
    [Long.fromNumber(2 ** 40 + 1), 2 ** 40 + 1],
    [7, 7],
    [Long.ZERO, 0],
    [Long.MAX_VALUE, 2 ** 52 - 1],
  ])("%s is %d", (value, bits) => {
    expect(permissionsOf(dumped(value), "a")).toBe(bits);
  });

  test("of an override are read from both of its parts", () => {
    expect(overrideOf(dumped({ a: Long.fromInt(-1), d: 4 }), "x")).toEqual({ allow: 2 ** 52 - 1, deny: 4 });
    for (const wrong of [null, {}, { a: 1 }, { a: 1.5, d: 0 }, { a: "1", d: 0 }])
      expect(() => overrideOf(wrong, "x")).toThrow(Unusable);
  });
});

test("ids are ULIDs that do not lie in the future", () => {
  const id = `${idsFrom(noon)}${"0".repeat(16)}`;
  expect(idOf(id, "_id")).toBe(id);
  const tomorrow = `${idsFrom(Date.now() + 2 * 86_400_000)}${"0".repeat(16)}`;
  for (const wrong of [tomorrow, id.toLowerCase(), `${id}0`, "", "../../x", 1, null, { $gt: "" }])
    expect(() => idOf(wrong, "_id")).toThrow(Unusable);
});

test("whole numbers fit into 32 bits", () => {
  expect([integerOf(5, "n"), integerOf(5n, "n"), integerOf(null, "n", 3)]).toEqual([5, 5, 3]);
  for (const wrong of [2 ** 31, 1.5, Number.NaN, "5", 2n ** 40n, undefined])
    expect(() => integerOf(wrong, "n")).toThrow(Unusable);
});

test("JSON of a document has no types of MongoDB, no NUL, and an end", () => {
  const deep: Record<string, unknown> = {};
  let at = deep;
  for (let depth = 0; depth < 100; depth++) at = at.next = {} as Record<string, unknown>;
  expect(plainJson({ a: 1n, at: new Date(0), text: "a\0b", none: null, list: [null, 1], key: /x/ })).toEqual({
    a: 1,
    at: "1970-01-01T00:00:00.000Z",
    text: "ab",
    list: [1],
  });
  expect(plainJson({ none: null }, { keepsNull: true })).toEqual({ none: null });
  expect(JSON.stringify(plainJson(deep)).length).toBeLessThan(300);
  expect(fileIdsIn(deep)).toEqual([]);
});

test("files are found wherever they were copied to", () => {
  const file = (id: string) => ({ _id: id, tag: "attachments", filename: "f" });
  const message = {
    _id: "m",
    attachments: [file("one")],
    embeds: [{ type: "Text", media: file("two") }],
    avatar: { _id: "../x", tag: "", filename: "" },
  };
  expect(fileIdsIn(message)).toEqual(["one", "two"]);
});
