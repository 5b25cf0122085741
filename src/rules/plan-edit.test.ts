import { expect, test } from "bun:test";
import fc from "fast-check";
import { planEdit } from "./plan-edit.ts";

interface Row {
  readonly text: string | null;
  readonly list: readonly string[];
  readonly flag: number;
  readonly low: number | null;
  readonly high: number | null;
}

const empty = {
  Text: { text: null },
  List: { list: [] },
  Flag: { flag: 1 },
  Range: { low: null, high: null },
  NoColumn: {},
};
const show = (columns: Partial<Row>) => columns;
const plan = (row: Row, edit: Parameters<typeof planEdit<Row, keyof typeof empty, Partial<Row>>>[1]) =>
  planEdit(row, edit, { empty, show });

const bare: Row = { text: null, list: [], flag: 1, low: null, high: null };
const full: Row = { text: "a", list: ["x", "y"], flag: 0, low: 1, high: 2 };
const everything = ["Text", "List", "Flag", "Range", "NoColumn"] as const;
const nothing = { changes: {}, data: {}, clear: [], before: {} };

test("a field that keeps its value does not count, whether it is set or cleared", () => {
  expect(plan(full, { set: {} })).toEqual(nothing);
  expect(plan(full, { set: { ...full, list: ["x", "y"], low: undefined } })).toEqual(nothing);
  expect(plan(bare, { set: {}, remove: everything })).toEqual(nothing);
  expect(plan(full, { set: { text: "a" }, remove: ["Text"] })).toEqual(nothing);
});

test("a cleared field is listed once, and not among the set ones", () => {
  expect(plan(full, { set: {}, remove: [...everything, ...everything] })).toEqual({
    changes: bare,
    data: {},
    clear: ["Text", "List", "Flag", "Range"],
    before: full,
  });
});

test("a field set to its empty value counts as set", () => {
  expect(plan(full, { set: { list: [], flag: 1 }, remove: ["List"] })).toEqual({
    changes: { list: [], flag: 1 },
    data: { list: [], flag: 1 },
    clear: [],
    before: { list: ["x", "y"], flag: 0 },
  });
});

test("a column with JSON keeps its value if only the order of keys differs", () => {
  const row: Row = { ...bare, text: '{"a":1,"b":[{"c":2,"d":3}]}' };
  const planJson = (text: string) => planEdit(row, { set: { text } }, { empty, show, json: ["text"] });
  expect(planJson('{"b":[{"d":3,"c":2}],"a":1}')).toEqual(nothing);
  expect(planJson('{"b":[],"a":1}').changes).toEqual({ text: '{"b":[],"a":1}' });
  expect(planEdit(bare, { set: { text: "{}" } }, { empty, show, json: ["text"] }).changes).toEqual({
    text: "{}",
  });
  // Text that only looks like JSON is text.
  expect(plan(row, { set: { text: '{"b":[{"d":3,"c":2}],"a":1}' } }).changes).not.toEqual({});
});

test("the plan leads from the old row to the new one, and back", () => {
  const rows = fc.record<Row>({
    text: fc.constantFrom(null, "a", "b"),
    list: fc.array(fc.constantFrom("x", "y")),
    flag: fc.constantFrom(0, 1),
    low: fc.constantFrom(null, 1),
    high: fc.constantFrom(null, 1),
  });
  const sets = fc.record(
    { text: fc.constantFrom("a", "b"), flag: fc.constantFrom(0, 1) },
    { requiredKeys: [] },
  );
  const removals = fc.array(fc.constantFrom(...everything));
  const property = fc.property(rows, sets, removals, (row, set, remove) => {
    const { changes, data, clear, before } = plan(row, { set, remove });
    const after = { ...row, ...changes };
    expect<object>(Object.assign({ ...row }, ...clear.map((field) => empty[field]), data)).toEqual(after);
    expect<object>({ ...after, ...before }).toEqual(row);
    expect(plan(after, { set, remove: clear })).toEqual(nothing);
  });
  fc.assert(property, { numRuns: 300 });
});
