import { expect, test } from "bun:test";
import fc from "fast-check";
import { scorerOf, sortByRelevance } from "./relevance.ts";

function inOrder(texts: readonly (string | null)[], entries: readonly string[]): (string | null)[] {
  const messages = texts.map((content) => ({ content }));
  return sortByRelevance(messages, entries).map(({ content }) => content);
}

test.each<[rule: string, entries: string[], best: string, next: string]>([
  ["a message with more of the words", ["cat", "dog"], "a cat and then at last a dog", "cat cat cat"],
  ["a message with more occurrences", ["cat"], "a cat is a cat", "cat"],
  ["a message with fewer other words", ["cat"], "the cat", "the cat, too"],
  ["a message with another form of the word", ["run"], "Running, she runs", "run"],
  ["a message with a phrase", ["big dog", "cat"], "a big dog", "cat cat"],
  ["a message with a phrase and one of its words", ["big dog", "dog"], "a big dog", "dog, dogs and dogs"],
  ["a message with more occurrences of a phrase", ["la la"], "well la la la", "la la"],
])("%s comes first", (_, entries, best, next) => {
  expect(inOrder([best, next], entries)).toEqual([best, next]);
  expect(inOrder([next, best], entries)).toEqual([best, next]);
});

test("words of a phrase count only where they follow each other", () => {
  expect(inOrder(["dog big", "big, bad dog", "big", "a big dog"], ["big dog"])[0]).toBe("a big dog");
});

test("equal messages keep their order", () => {
  const [newer, older] = [{ content: "Cat!" }, { content: "cats" }];
  const [first, second] = sortByRelevance([newer, older], ["cat"]);
  expect([first, second]).toEqual([newer, older]);
  expect(sortByRelevance([older, newer], ["cat"])[0]).toBe(older);
});

test("messages without words come last", () => {
  expect(inOrder([null, "🎉", "cat"], ["cat"])).toEqual(["cat", null, "🎉"]);
  expect(inOrder([], ["cat"])).toEqual([]);
});

test("messages beyond the text limit stay last, in their order", () => {
  const long = "cat, ".padEnd(10_000, "well ");
  const scored = [...Array(4).fill(long), "a cat"];
  const best = "cat ".repeat(3_000);
  expect(inOrder([...scored, best, "cat"], ["cat"])).toEqual(["a cat", ...Array(4).fill(long), best, "cat"]);
});

test("sorting keeps every message", () => {
  const text = fc
    .array(fc.constantFrom("cat", "dog", "🎉", "é"), { maxLength: 5 })
    .map((all) => all.join(" "));
  const entries = fc.subarray(["cat", "dog", "cat dog", "e"]);
  fc.assert(
    fc.property(fc.array(fc.option(text)), entries, (texts, wanted) => {
      expect(inOrder(texts, wanted).toSorted()).toEqual(texts.toSorted());
    }),
  );
});

test("texts in ASCII get the score that others get", () => {
  const text = fc.array(
    fc.constantFrom("cats", "Running", "dogs' 7", "x".repeat(501), " ", "-", "yes", "by"),
  );
  const entries = fc.uniqueArray(fc.constantFrom("cat", "run", "dog", "7", "ye", "by", "x"), {
    minLength: 1,
  });
  fc.assert(
    fc.property(text, entries, (pieces, wanted) => {
      const ascii = pieces.join(" ");
      const other = scorerOf(wanted)(`${ascii} é`);
      expect(scorerOf(wanted)(ascii)).toEqual({ ...other, length: other.length - 1 });
    }),
  );
});
