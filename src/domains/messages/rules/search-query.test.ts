import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyText } from "../../../../test/support/hostile/any-text.ts";
import { amount } from "../../../../test/support/run/is-thorough.ts";
import { normalise } from "./search-index.ts";
import { readSearchQuery, toFts5 } from "./search-query.ts";

const readings: readonly [text: string, any: string[], none?: string[]][] = [
  ["hello", ["hello"]],
  ["hello world", ["hello", "world"]],
  ["  Hello\tWORLD\nhello ", ["hello", "world"]],
  ['"hello world"', ["hello world"]],
  ['say "Hello,  World!" twice', ["say", "hello world", "twice"]],
  ["cat -dog", ["cat"], ["dog"]],
  ['cat -"big dog"', ["cat"], ["big dog"]],
  ["-dog", [], ["dog"]],
  ["--dog", [], ["dog"]],
  ["- dog", ["dog"]],
  ["well-known", ["well known"]],
  ["don't", ["don t"]],
  ["Café ÀÉÎõü", ["cafe", "aeiou"]],
  ["한국어 日本語 привет", ["한국어", "日本語", "привет"]],
  ["ﬁne ℡ ２", ["fine", "tel", "2"]],
  ["", []],
  ["   ", []],
  ['"', []],
  ['""', []],
  ['"""', []],
  ['""""""', []],
  ['-"', []],
  ['-""', []],
  ["-", []],
  ["-----", []],
  ["- - -", []],
  ["🎉", []],
  ["🎉party🎉", ["party"]],
  ['"hello world', ["hello", "world"]],
  ['hello "world', ["hello", "world"]],
  ['hello" world', ["hello", "world"]],
  ['"a b" "c d', ["a b", "c", "d"]],
  ['-"a b', ["b"], ["a"]],
  ['a"b c"d', ["a", "b c", "d"]],
  ["a AND b OR c NOT d", ["a", "and", "b", "or", "c", "not", "d"]],
  ["NEAR(a b, 5)", ["near a", "b", "5"]],
  ["pre* ^first content:x {a b} : (c)", ["pre", "first", "content x", "a", "b", "c"]],
  ["'; DROP TABLE messages; --", ["drop", "table", "messages"]],
  ["a\0b \uD800 \uDC00", ["a b"]],
];

describe("a search query", () => {
  test.each(readings)("%j is read", (text, any, none = []) => {
    expect(readSearchQuery(text)).toEqual({ any, none });
  });

  test("holds plain words for any input, and reads its own entries back", () => {
    fc.assert(
      fc.property(typed, (text) => {
        const { any, none } = readSearchQuery(text);
        for (const entry of [...any, ...none]) {
          expect(entry).toMatch(/^[\p{L}\p{N}]+( [\p{L}\p{N}]+)*$/u);
          expect(readSearchQuery(`"${entry}" -"${entry}"`)).toEqual({ any: [entry], none: [entry] });
        }
      }),
      { numRuns: amount(400, 2_000) },
    );
  });
});

test("texts that differ only in case and accents are equal", () => {
  const same = [
    ["Crème BRÛLÉE", "creme brulee"],
    ["ΟΔΌΣ", "οδός", "οδοσ"],
    ["İSTANBUL", "istanbul"],
    ["\u1112\u1161\u11ab", "한"],
    ["ＡＢＣ", "abc", "𝐀𝐁𝐂"],
  ];
  for (const [first = "", ...others] of same)
    for (const other of others) expect(normalise(other)).toBe(normalise(first));
  expect(normalise("한국")).toBe("한국");
});

test("normalising is idempotent", () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      expect(normalise(normalise(text))).toBe(normalise(text));
    }),
    { numRuns: amount(400, 2_000) },
  );
});

describe("the same query for FTS5", () => {
  const database = new Database(":memory:");
  afterAll(() => database.close());
  database.run("CREATE VIRTUAL TABLE texts USING fts5(content, tokenize = 'porter unicode61')");
  const texts = [
    "The cat runs",
    "A big dog",
    "dogs and cats",
    "Big, bad dog",
    "Crème brûlée",
    "not near or and",
  ];
  for (const text of texts) database.run("INSERT INTO texts VALUES (?)", [normalise(text)]);
  const match = database.query<{ rowid: number }, string>(
    "SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rowid",
  );
  const find = (expression: string) => match.all(expression).map(({ rowid }) => texts[rowid - 1]);

  test.each<[query: string, expected: string[]]>([
    ["cat", ["The cat runs", "dogs and cats"]],
    ["running", ["The cat runs"]],
    ["CAT bad", ["The cat runs", "dogs and cats", "Big, bad dog"]],
    ['"big dog"', ["A big dog"]],
    ["big-dog", ["A big dog"]],
    ["dog -bad", ["A big dog", "dogs and cats"]],
    ['dog cat -"big dog" -run', ["dogs and cats", "Big, bad dog"]],
    ["creme BRÛLÉE", ["Crème brûlée"]],
    ["cat AND dog", ["The cat runs", "A big dog", "dogs and cats", "Big, bad dog", "not near or and"]],
    ["content:cat", []],
    ["ca*", []],
    ["cat -cat", []],
  ])("%j finds the messages that it describes", (query, expected) => {
    expect(find(toFts5(readSearchQuery(query)) ?? "")).toEqual(expected);
  });

  test("is undefined without a word to match", () => {
    for (const query of ["", '""', "-", "🎉", "-cat", '-"big dog" -cat'])
      expect(toFts5(readSearchQuery(query))).toBeUndefined();
  });

  test("is always valid FTS5 syntax", () => {
    fc.assert(
      fc.property(typed, (text) => {
        const expression = toFts5(readSearchQuery(text));
        if (expression !== undefined) find(expression);
      }),
      { numRuns: amount(1_000, 5_000) },
    );
    const words = Array.from({ length: 500 }, (_, index) => `w${index} -x${index}`).join(" ");
    expect(find(`${toFts5(readSearchQuery(`cat ${words}`))}`)).toEqual(["The cat runs", "dogs and cats"]);
  });

  test("escapes quotes in entries", () => {
    for (const entry of ['"', 'a" OR "b', "a' --", "(", "*"])
      expect(find(`${toFts5({ any: [entry, "run"], none: [entry] })}`)).toEqual(["The cat runs"]);
  });
});

/** Any text, and often one made of characters that mean something to a search engine. */
const typed = fc.oneof(
  anyText({ maxLength: 64 }),
  fc
    .array(
      fc.constantFrom(
        ..."\"-*^():{}+,.;'\\ \t\n\0",
        "AND ",
        "OR",
        " NOT ",
        "NEAR(",
        "cat",
        "dog ",
        "🎉",
        "é",
        "\uD800",
      ),
      { maxLength: 32 },
    )
    .map((pieces) => pieces.join("")),
);
