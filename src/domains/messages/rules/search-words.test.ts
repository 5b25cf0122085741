import { expect, test } from "bun:test";
import { searchWords, toTsquery, toTsvector } from "./search-words.ts";

test.each<[text: string, words: string[]]>([
  ["", []],
  ["🎉 -- !", []],
  ["The Cats are RUNNING", ["the", "cat", "ar", "run"]],
  ["Café, don't", ["cafe", "don", "t"]],
  ["https://example.com/a_b", ["http", "exampl", "com", "a", "b"]],
  [`${"x".repeat(501)} y`, ["y"]],
])("%j is indexed by its stems", (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

test("a tsvector holds each word with its position, and the channel's term without one", () => {
  expect(toTsvector(["cat", "and", "cat"], "#1")).toBe("'#1' 'cat':1 'and':2 'cat':3");
  expect(toTsvector([], "#1")).toBe("'#1'");
});

test.each<[any: string[], none: string[], query: string | undefined]>([
  [["cat"], [], "'#1' & (('cat'))"],
  [["cat", "big dog"], [], "'#1' & (('cat') | ('big' <-> 'dog'))"],
  [["cat"], ["dog", "a b"], "'#1' & (('cat')) & !(('dog') | ('a' <-> 'b'))"],
  [[], ["dog"], undefined],
  [[], [], undefined],
])("a tsquery matches any of %j and none of %j", (any, none, query) => {
  expect(toTsquery({ any, none }, "#1")).toBe(query);
});

test("a tsquery escapes quotes and backslashes", () => {
  expect(toTsquery({ any: ["a'b\\"], none: [] }, "#' | '")).toBe("'#'' | ''' & (('a''b\\\\'))");
});
