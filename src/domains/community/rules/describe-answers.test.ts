import { expect, test } from "bun:test";
import fc from "fast-check";
import { describeAnswers } from "./describe-answers.ts";

const questions = [{ text: "Who are you?" }, { text: "Why here?" }];
const describe = (answers: readonly string[], maxBytes = 2_000) =>
  describeAnswers(questions, answers, maxBytes);

test("answers stand below their questions, and those that were left out are not there", () => {
  expect(describe(["Ann", "Friends"])).toEqual(["**Who are you?**\n> Ann\n\n**Why here?**\n> Friends"]);
  expect(describe(["", " Friends "])).toEqual(["**Why here?**\n> Friends"]);
});

test.each([[[]], [["", "  "]], [["", "", "to nothing"]]])("%j are no answers", (answers) => {
  expect(describe(answers)).toEqual([]);
});

test("an answer of several lines stays one answer", () => {
  expect(describe(["Ann\r\n**Why here?**\u2028> x"])).toEqual([
    "**Who are you?**\n> Ann\n> **Why here?**\n> > x",
  ]);
});

test("a message that would be too long becomes several, between two questions if possible", () => {
  expect(describe(["Ann", "Friends"], 30)).toEqual(["**Who are you?**\n> Ann", "**Why here?**\n> Friends"]);
  expect(describe(["Ann, and a long story", "Friends"], 30)).toEqual([
    "**Who are you?**",
    "> Ann, and a long story",
    "**Why here?**\n> Friends",
  ]);
  expect(describe(["äöü".repeat(4)], 16)).toEqual(["**Who are you?**", "> äöüäöüä", "> öüäöü"]);
});

test("whatever the answers are, no message is too long, and nothing is lost", () => {
  const answer = fc.string({ unit: "grapheme", maxLength: 500 });
  fc.assert(
    fc.property(fc.array(answer, { maxLength: 2 }), fc.integer({ min: 16, max: 2_000 }), (answers, max) => {
      const messages = describe(answers, max);
      for (const message of messages) expect(Buffer.byteLength(message)).toBeLessThanOrEqual(max);
      const letters = (texts: readonly string[]) => texts.join("").replaceAll(/[\s>*]/gu, "");
      const given = answers.flatMap((text, index) =>
        text.trim() ? [questions[index]?.text ?? "", text] : [],
      );
      expect(letters(messages)).toBe(letters(given));
    }),
  );
});
