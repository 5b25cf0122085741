import { expect, test } from "bun:test";
import fc from "fast-check";
import { byRelevance } from "./relevance.ts";

function inOrder(texts: readonly (string | null)[], entries: readonly string[]): (string | null)[] {
  const messages = texts.map((content) => ({ content }));
  return byRelevance(messages, entries).map(({ content }) => content);
}

test.each<[rule: string, entries: string[], best: string, next: string]>([
  ["one that holds more of the words", ["cat", "dog"], "a cat and then at last a dog", "cat cat cat"],
  ["one that holds a word more often", ["cat"], "a cat is a cat", "cat"],
  ["one that says less beside", ["cat"], "the cat", "the cat, too"],
  ["one that holds a word in another form", ["run"], "Running, she runs", "run"],
  ["one that holds a phrase", ["big dog", "cat"], "a big dog", "cat cat"],
  ["one that holds a phrase and one of its words", ["big dog", "dog"], "a big dog", "dog, dogs and dogs"],
  ["one that holds a phrase more often", ["la la"], "well la la la", "la la"],
])("%s comes first", (_, entries, best, next) => {
  expect(inOrder([best, next], entries)).toEqual([best, next]);
  expect(inOrder([next, best], entries)).toEqual([best, next]);
});

test("words of a phrase count where they stand together alone", () => {
  expect(inOrder(["dog big", "big, bad dog", "big", "a big dog"], ["big dog"])[0]).toBe("a big dog");
});

test("of two that are as good, the one that came first stays it", () => {
  const [newer, older] = [{ content: "Cat!" }, { content: "cats" }];
  const [first, second] = byRelevance([newer, older], ["cat"]);
  expect([first, second]).toEqual([newer, older]);
  expect(byRelevance([older, newer], ["cat"])[0]).toBe(older);
});

test("messages without words come last", () => {
  expect(inOrder([null, "🎉", "cat"], ["cat"])).toEqual(["cat", null, "🎉"]);
  expect(inOrder([], ["cat"])).toEqual([]);
});

test("what is too much to look at stays behind the rest, as it came", () => {
  const long = "cat, ".padEnd(10_000, "well ");
  const looked = [...Array(4).fill(long), "a cat"];
  const best = "cat ".repeat(3_000);
  expect(inOrder([...looked, best, "cat"], ["cat"])).toEqual(["a cat", ...Array(4).fill(long), best, "cat"]);
});

test("messages are put in another order, and nothing else", () => {
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
