import { expect, test } from "bun:test";
import fc from "fast-check";
import { scorerOf, sortByRelevance } from "./relevance.ts";
import { countWords, searchWords } from "./search-index.ts";

function inOrder(texts: readonly (string | null)[], entries: readonly string[]): (string | null)[] {
  const messages = texts.map((content) => ({ content }));
  return sortByRelevance(messages, entries, messages.length).map(({ content }) => content);
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
  const [first, second] = sortByRelevance([newer, older], ["cat"], 2);
  expect([first, second]).toEqual([newer, older]);
  expect(sortByRelevance([older, newer], ["cat"], 2)[0]).toBe(older);
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
      expect(scorerOf(wanted)(ascii)).toEqual(scorerOf(wanted)(`${ascii} é`));
      expect(countWords(ascii)).toBe(countWords(`${ascii} é`) - 1);
    }),
  );
});

test("words with every ending of English are found by their stems", () => {
  const beginning = fc.stringMatching(/^[a-z]{0,6}$/);
  const ending = fc.constantFrom(
    ..." s es ies y ays ed eed ing ating izing bling ational tional enci anci izer bli alli entli eli ousli".split(
      " ",
    ),
    ..."ization ation ator alism iveness fulness ousness aliti iviti biliti logi icate ative alize iciti".split(
      " ",
    ),
    ..."ical ful ness al ance ence er ic able ible ant ement ment ent ou ism ate iti ous ive ize ion e ll".split(
      " ",
    ),
  );
  const word = fc.tuple(beginning, ending).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.array(word), word, (words, wanted) => {
      const [entry] = searchWords(wanted);
      if (entry === undefined) return;
      const text = [...words, wanted].join(" ");
      const times = searchWords(text).filter((stem) => stem === entry).length;
      expect(scorerOf([entry])(text)).toEqual({ words: 1, occurrences: times });
    }),
    { numRuns: 1_000 },
  );
});

test("the messages beyond a limit are left out", () => {
  const messages = ["cat", "cat dog", "cat cat", "a dog", "cat dog dog"].map((content) => ({ content }));
  const sorted = (limit: number) =>
    sortByRelevance(messages, ["cat", "dog"], limit).map(({ content }) => content);
  for (const limit of [1, 2, 3, 4]) expect(sorted(limit)).toEqual(sorted(5).slice(0, limit));
  expect(sorted(3)).toEqual(["cat dog dog", "cat dog", "cat cat"]);
});
