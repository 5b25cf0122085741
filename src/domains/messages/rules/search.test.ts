import { expect, test } from "bun:test";
import { readSearch } from "./search.ts";

test("the default is the fifty most relevant messages", () => {
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

test("forms of one word become one entry", () => {
  expect(readSearch('cat Cats "big dogs" big-dog -run -running', {}).words).toEqual({
    any: ["cat", "big dog"],
    none: ["run"],
  });
});

test("a query without words has no entries", () => {
  // One character to a reader, but too long a word for the index.
  const endless = `${"क्".repeat(600)}क`;
  expect(readSearch(`🎉 ${endless} -🎉`, {}).words).toEqual({ any: [], none: [] });
});
