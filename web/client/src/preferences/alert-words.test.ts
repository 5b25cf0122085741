import { expect, test } from "bun:test";
import { findWords, hasWord, wordPattern } from "./alert-words.ts";

test.each([
  ["otter", "An Otter!", true],
  ["otter", "otters", false],
  ["otter", "sea_otter", false],
  ["otter", "sea-otter", true],
  ["ann", "Joann, Anna", false],
  ["straße", "Die STRASSE? Die Straße.", true],
  ["cafe\u0301", "Im Café.", true],
  ["Otto", "Ottö", false],
  ["мир", "Мир вам", true],
  ["мир", "мирный", false],
  ["سلام", "قال سلام لنا", true],
  ["سلام", "السلامة", false],
  ["貂", "白貂在跑", true],
  ["ไทย", "ภาษาไทยง่าย", true],
  ["c++", "I like C++.", true],
  ["c++", "c--", false],
  ["sea  otter", "a sea\notter", true],
  [".*", "anything", false],
  ["a|b", "b", false],
])("%p in %p: %p", (word, text, expected) => {
  expect(hasWord(wordPattern([word]), text)).toBe(expected);
});

test("words are found where they are, and none without words", () => {
  const pattern = wordPattern(["stoat", "ermine"]);
  expect(pattern && findWords(pattern)("Stoats, a stoat, an ermine")).toEqual([
    { start: 10, end: 15 },
    { start: 20, end: 26 },
  ]);
  expect(wordPattern([" "])).toBeUndefined();
  expect(hasWord(undefined, "stoat")).toBe(false);
});

test("hostile words and texts take no time", () => {
  const words = Array.from({ length: 50 }, (_, at) => `${"a ".repeat(30)}${at}`);
  expect(hasWord(wordPattern(words), "a ".repeat(2_000))).toBe(false);
});
