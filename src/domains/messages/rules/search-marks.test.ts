import { expect, test } from "bun:test";
import { readSearch } from "./search.ts";
import { marksIn } from "./search-marks.ts";

test.each<[text: string, query: string, marked: string[]]>([
  ["Cats run, a cat ran.", "cat", ["Cats", "cat"]],
  ["running in the Run", "runs", ["running", "Run"]],
  ["the red cat, the cat red", '"red cat"', ["red", "cat"]],
  ["red red cat", '"red cat" cat', ["red", "cat"]],
  ["Cafe\u0301 und CAFÉ", "cafe", ["Cafe\u0301", "CAFÉ"]],
  ["😀 日本 cat", "日本", ["日本"]],
  ["cat -dog", "cat -dog", ["cat"]],
  ["nothing here", "cat", []],
  ["", "cat", []],
])("in %j a search for %j marks %j", (text, query, marked) => {
  const { words } = readSearch(query, {});
  const marks = marksIn(text, words.any);
  expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(marked);
});
