import { expect, test } from "bun:test";
import { findMarked } from "./find-marked.ts";

const marksOf = (source: string, ...words: readonly [word: string, time: number][]) =>
  words.map(([word, time]) => {
    const start = [...source.matchAll(new RegExp(word, "gu"))][time]?.index ?? 0;
    return { start, end: start + word.length };
  });
const shownMarks = (source: string, marks: readonly { start: number; end: number }[], shown: string) =>
  findMarked(source, marks)(shown).map(({ start, end }) => [start, shown.slice(start, end)]);

test("words are marked where they are shown, without the marks of Markdown before them", () => {
  const source = "**Otters** and `otter`, an Otter";
  const marks = marksOf(source, ["Otters", 0], ["otter", 0]);
  expect(shownMarks(source, marks, "Otters\n and \notter\n, an Otter")).toEqual([
    [0, "Otters"],
    [13, "otter"],
  ]);
});

test("of equal words only those of a phrase are marked", () => {
  const source = "red, then a *red* fox";
  const marks = marksOf(source, ["red", 1], ["fox", 0]);
  expect(shownMarks(source, marks, "red, then a \nred\n fox")).toEqual([
    [13, "red"],
    [18, "fox"],
  ]);
});

test("all equal words are marked where some of them are not shown", () => {
  const source = "[a fox](https://fox.example) and a fox";
  const marks = marksOf(source, ["fox", 0]);
  expect(shownMarks(source, marks, "a fox\n and a fox")).toEqual([
    [2, "fox"],
    [13, "fox"],
  ]);
});
