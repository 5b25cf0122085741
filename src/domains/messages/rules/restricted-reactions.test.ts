import { describe, expect, test } from "bun:test";
import { mayReactWith } from "./restricted-reactions.ts";

describe("what one may react with", () => {
  test.each([
    ["anything, if the message says nothing", undefined, true],
    ["anything, if it only begins with some", { reactions: ["🦊"] }, true],
    ["nothing else, if it is restricted", { reactions: ["🦊"], restrict_reactions: true }, false],
    ["what it names", { reactions: ["🦊", "🦦"], restrict_reactions: true }, true],
    ["nothing, if it names nothing", { restrict_reactions: true }, false],
    ["what it names to the letter", { reactions: ["🦦\uFE0F"], restrict_reactions: true }, false],
  ])("is %s", (_, interactions, may) => {
    expect(mayReactWith("🦦", interactions)).toBe(may);
  });
});
