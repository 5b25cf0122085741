import { expect, test } from "bun:test";
import { parseMarkdown } from "./parse.ts";
import { isPlainLine, readMarkdown } from "./read.ts";

/** Whatever could mean something, with words and spaces between. */
const pieces = [
  ..."ab 1.,;?!'\"()/%-+=#>*_~`<&[]|$:@\\\n\t\r^{}é漢🎉",
  "  ",
  "www.",
  "http://a.bc",
  "1. ",
  "- ",
];

test("lines without marks are read as the parser reads them", () => {
  let random = 1;
  const next = (below: number) => {
    random = (random * 48_271) % 2_147_483_647;
    return random % below;
  };
  const texts = Array.from({ length: 5_000 }, () =>
    Array.from({ length: 1 + next(6) }, () => pieces[next(pieces.length)]).join(""),
  );
  const plain = [...new Set(texts)].filter(isPlainLine);
  expect(plain.length).toBeGreaterThan(200);
  expect(plain.map(readMarkdown)).toEqual(plain.map(parseMarkdown));
});

test("a text that was shown recently is not read again", () => {
  const tree = readMarkdown("**again**");
  expect(readMarkdown("**again**")).toBe(tree);
});
