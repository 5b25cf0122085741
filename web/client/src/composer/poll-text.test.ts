import { expect, test } from "bun:test";
import { readPoll, writePoll } from "./poll-text.ts";

const custom = "01HZX3Q4V7N8M9P0R1S2T3V4W5";
const answers = [
  { emoji: "1️⃣", text: "the beach" },
  { emoji: custom, text: "**the** hill" },
];

test.each([true, false])("a poll is read as it was written, with one answer: %p", (isSingle) => {
  const message = writePoll({ question: " Where to?\n ", answers, isSingle });
  expect(message).toEqual({
    content: `${isSingle ? "🔘" : "📊"} Where to?\n1️⃣ the beach\n:${custom}: **the** hill`,
    interactions: { reactions: ["1️⃣", custom], restrict_reactions: true },
  });
  expect(readPoll(message)).toEqual({ question: "Where to?", answers, isSingle });
});

test.each([
  ["any reaction is allowed", { restrict_reactions: false }, undefined],
  ["a line is missing", {}, "📊 Where to?\n1️⃣ the beach"],
  ["a line has another emoji", {}, `📊 Where to?\n2️⃣ the beach\n:${custom}: b`],
  ["there is no question", {}, `Where to?\n1️⃣ the beach\n:${custom}: b`],
  ["there is one answer", { reactions: ["1️⃣"] }, "📊 Where to?\n1️⃣ the beach"],
] as const)("a message is no poll if %s", (_why, interactions, content) => {
  const message = writePoll({ question: "Where to?", answers, isSingle: false });
  expect(
    readPoll({
      content: content ?? message.content,
      interactions: { ...message.interactions, ...interactions },
    }),
  ).toBeUndefined();
  expect(readPoll({ content: message.content })).toBeUndefined();
});
