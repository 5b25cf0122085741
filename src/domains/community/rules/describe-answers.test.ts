import { expect, test } from "bun:test";
import { describeAnswers } from "./describe-answers.ts";

const questions = [{ text: "Who are you?" }, { text: "Why here?" }];

test("answers stand below their questions, and those that were left out are not there", () => {
  expect(describeAnswers(questions, ["Ann", "Friends"])).toBe(
    "**Who are you?**\n> Ann\n\n**Why here?**\n> Friends",
  );
  expect(describeAnswers(questions, ["", " Friends "])).toBe("**Why here?**\n> Friends");
});

test.each([[[]], [["", "  "]], [["", "", "to nothing"]]])("%j are no answers", (answers) => {
  expect(describeAnswers(questions, answers)).toBeUndefined();
});

test("an answer of several lines stays one answer", () => {
  expect(describeAnswers(questions, ["Ann\r\n**Why here?**\u2028> x"])).toBe(
    "**Who are you?**\n> Ann\n> **Why here?**\n> > x",
  );
});
