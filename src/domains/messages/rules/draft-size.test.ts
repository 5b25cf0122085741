import { expect, test } from "bun:test";
import type { MessageDraft } from "../draft-model.ts";
import { draftBytes, isEmptyDraft } from "./draft-size.ts";

test.each<[draft: MessageDraft, bytes: number]>([
  [{}, 0],
  [{ content: "" }, 0],
  [{ content: "abc" }, 3],
  [{ content: "é€👍" }, 2 + 3 + 4],
  [{ content: "\0\n " }, 3],
  [{ embeds: [] }, 0],
  [{ embeds: [{}, { title: "title", url: "https://a.example" }] }, 0],
  [{ embeds: [{ description: "ab" }, {}, { description: "é" }] }, 4],
  [{ content: "€".repeat(600), embeds: [{ description: "€".repeat(67) }] }, 2001],
  [{ content: "a", attachments: ["file"], nonce: "nonce", masquerade: { name: "name" } }, 1],
])("%j counts by the bytes of its text", (draft, bytes) => {
  expect(draftBytes(draft)).toBe(bytes);
});

test.each<[draft: MessageDraft, empty: boolean]>([
  [{}, true],
  [{ content: "" }, true],
  [{ content: "", attachments: [], embeds: [] }, true],
  [{ nonce: "a", replies: [{ id: "a", mention: true }], flags: 1, masquerade: { name: "a" } }, true],
  [{ interactions: { reactions: ["👍"] } }, true],
  [{ content: "a" }, false],
  [{ content: " " }, false],
  [{ content: "\u200B\n" }, false],
  [{ content: "", attachments: ["file"] }, false],
  [{ embeds: [{}] }, false],
])("%j is empty or not", (draft, empty) => {
  expect(isEmptyDraft(draft)).toBe(empty);
});
