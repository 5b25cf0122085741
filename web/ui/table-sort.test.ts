import { expect, test } from "bun:test";
import { readSorting, sortRows, writeSorting } from "./table-sort.ts";

const columns = [
  { id: "name", sortBy: ({ name }: { name: string }) => name },
  { id: "size", sortBy: ({ size }: { size: number }) => size },
  { id: "fixed" },
];
const rows = [
  { name: "b", size: 10 },
  { name: "a", size: 9 },
  { name: "c", size: 9 },
];
const names = (sorting?: string) =>
  sortRows(rows, columns, readSorting(sorting))
    .map(({ name }) => name)
    .join("");

test("rows are sorted by text and by number, in both directions", () => {
  expect(names("name")).toBe("abc");
  expect(names("-name")).toBe("cba");
  expect(names("size")).toBe("acb");
  expect(names("-size")).toBe("bac");
});

test("rows stay as they are without a column that can be sorted", () => {
  for (const sorting of [undefined, "", "fixed", "-other"]) expect(names(sorting)).toBe("bac");
});

test("an address keeps the order", () => {
  for (const text of ["name", "-name"]) {
    const sorting = readSorting(text);
    expect(sorting && writeSorting(sorting)).toBe(text);
  }
});
