import { expect, test } from "bun:test";
import { scoreOf } from "../emoji/emoji-score.ts";
import { emojiOfCodes } from "../markdown/emoji-of-codes.ts";
import { findTrigger } from "./find-trigger.ts";
import { type Candidate, rankCandidates } from "./rank.ts";

test("a word that begins with a mark is completed", () => {
  expect(findTrigger("hi @an", 6)).toEqual({ kind: "person", query: "an", start: 3, end: 6 });
  expect(findTrigger("@", 1)).toEqual({ kind: "person", query: "", start: 0, end: 1 });
  expect(findTrigger("(%mod) x", 5)).toEqual({ kind: "role", query: "mod", start: 1, end: 5 });
  expect(findTrigger("a\n#gen", 6)).toEqual({ kind: "channel", query: "gen", start: 2, end: 6 });
  expect(findTrigger("ok :smi", 7)).toEqual({ kind: "emoji", query: "smi", start: 3, end: 7 });
  expect(findTrigger("@Jörg", 5)?.query).toBe("Jörg");
});

test("a mark inside a word, or one that people use in text, is not", () => {
  for (const text of ["me@an", "10:30", "so :", "so :)", ":-D", "@an ", "https://x:80", "a #"]) {
    const found = findTrigger(text, text.length);
    expect(found?.kind === "channel" ? undefined : found).toBeUndefined();
  }
});

test("names that begin with the query come first, accents and case aside", () => {
  const person = (name: string, detail?: string): Candidate => ({
    key: name,
    name,
    detail,
    shown: name,
    icon: "avatar",
  });
  const people = [
    person("Joanna"),
    person("Bea", "anna#0001"),
    person("Mary Ann"),
    person("Änne"),
    person("Ann"),
  ];
  expect(rankCandidates(people, "an", 9).map(({ name }) => name)).toEqual([
    "Ann",
    "Änne",
    "Bea",
    "Mary Ann",
    "Joanna",
  ]);
  expect(rankCandidates(people, "", 2).map(({ name }) => name)).toEqual(["Joanna", "Bea"]);
  expect(rankCandidates(people, "zoe", 9)).toEqual([]);
});

test("emoji are found by all words of the query", () => {
  const emoji = { label: "grinning cat", shortNames: ["grinning_cat"], tags: ["face", "smile"] };
  expect(scoreOf(emoji, ["cat", "smi"])).toBeGreaterThan(0);
  expect(scoreOf(emoji, ["cat", "dog"])).toBe(0);
  expect(scoreOf(emoji, ["grinning"])).toBeGreaterThan(scoreOf(emoji, ["face"]));
});

test("code points make emoji, with the mark where they are text by default", () => {
  expect(emojiOfCodes("1F600")).toBe("😀");
  expect(emojiOfCodes("2600")).toBe("☀️");
  expect(emojiOfCodes("1F468-200D-1F469-200D-1F467")).toBe("👨‍👩‍👧");
});
