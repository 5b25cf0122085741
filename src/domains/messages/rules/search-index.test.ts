import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { searchWords, stem, toTsquery, toTsvector } from "./search-index.ts";

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

test.each<[stem: string, words: string]>([
  ["run", "run runs running"],
  ["hop", "hop hops hopped hopping"],
  ["hope", "hope hopes hoped hoping"],
  ["poni", "pony ponies"],
  ["caress", "caress caresses caressed"],
  ["agre", "agree agreed agrees"],
  ["connect", "connect connected connecting connection connections"],
  ["relat", "relate relational relation"],
  ["depend", "depend dependent dependence dependable"],
  ["roll", "roll rolls rolling"],
  ["control", "control controlled controlling"],
  ["possibl", "possibly possible"],
  ["sky", "sky"],
  ["gazel", "gazelle gazelles"],
])("%s is the stem of %s", (expected, words) => {
  for (const word of words.split(" ").filter(Boolean)) expect([word, stem(word)]).toEqual([word, expected]);
});

test("short words, other languages and words with digits are not changed", () => {
  for (const word of ["", "a", "as", "is", "us", "1990s", "mp3s", "日本語", "häuser", "приветs", "CATS"])
    expect(stem(word)).toBe(word);
});

test("stems equal those of SQLite's Porter stemmer, for words with every suffix", () => {
  const beginnings =
    "rat hop play tree cool hiss fizz fil contr adopt relat activ feudal triplic form electr hopef good reviv allow " +
    "infer gyrosc adjust defens irrit replac depend homolog commun effect probat ceas roll say gre oo eat x";
  const endings =
    " s es sses ies ss ed eed ing ational tional enci anci izer bli alli entli eli ousli ization ation ator alism " +
    "iveness fulness ousness aliti iviti biliti logi icate ative alize iciti ical ful ness al ance ence er ic able " +
    "ible ant ement ment ent ou ism ate iti ous ive ize sion tion ion e ll y ly ings ers ments";
  const words = beginnings.split(" ").flatMap((start) => endings.split(" ").map((end) => start + end));
  using database = new Database(":memory:");
  database.run("create virtual table texts using fts5(content, tokenize = 'porter unicode61')");
  database.run("create virtual table terms using fts5vocab(texts, instance)");
  const insert = database.prepare("insert into texts (rowid, content) values (?, ?)");
  words.forEach((word, at) => {
    insert.run(at + 1, word);
  });
  const terms = database.query<{ term: string }, []>("select term from terms order by doc").all();
  expect(words.map((word) => `${word}: ${stem(word)}`)).toEqual(
    words.map((word, at) => `${word}: ${terms[at]?.term}`),
  );
});
