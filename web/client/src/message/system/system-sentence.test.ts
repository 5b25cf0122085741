import { expect, test } from "bun:test";
import { messages as german } from "../../i18n/de/messages.ts";
import { messages as english } from "../../i18n/en/messages.ts";
import { splitSentence } from "./system-sentence.ts";

test("sentences are split at their words", () => {
  expect(splitSentence("{by} added {user}")).toEqual([
    { text: "{by}", word: "by" },
    { text: " added " },
    { text: "{user}", word: "user" },
  ]);
});

test("every language has the same words in every sentence", () => {
  const words = (sentence: string) =>
    splitSentence(sentence)
      .flatMap(({ word }) => word ?? [])
      .sort();
  for (const [kind, sentence] of Object.entries(english.system)) {
    expect(words(german.system[kind as keyof typeof german.system])).toEqual(words(sentence));
  }
});
