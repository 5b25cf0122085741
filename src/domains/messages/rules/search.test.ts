import { expect, test } from "bun:test";
import { readSearch } from "./search.ts";

test("without more, the fifty best are looked for", () => {
  expect(readSearch('Cats "Big dogs" -mice', {})).toEqual({
    words: { any: ["cat", "big dog"], none: ["mice"] },
    before: undefined,
    after: undefined,
    order: "relevance",
    limit: 50,
  });
});

test.each([
  ["Relevance", "relevance"],
  ["Latest", "desc"],
  ["Oldest", "asc"],
] as const)("%s is an order", (sort, order) => {
  const border = "0".repeat(26);
  expect(readSearch("x", { sort, limit: 3, before: border, after: border })).toEqual({
    words: { any: ["x"], none: [] },
    before: border,
    after: border,
    order,
    limit: 3,
  });
});

test("forms of one word are looked for once", () => {
  expect(readSearch('cat Cats "big dogs" big-dog -run -running', {}).words).toEqual({
    any: ["cat", "big dog"],
    none: ["run"],
  });
});

test("what leaves no words looks for nothing", () => {
  // One letter to those who count them, however long it is.
  const endless = `${"क्".repeat(600)}क`;
  expect(readSearch(`🎉 ${endless} -🎉`, {}).words).toEqual({ any: [], none: [] });
});
