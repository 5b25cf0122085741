import { expect, test } from "bun:test";
import type { MessageDraft } from "../draft-model.ts";
import {
  assertColours,
  type DraftPermission,
  draftBytes,
  isEmptyDraft,
  isSuppressed,
  permissionsForDraft,
  readFlags,
  writeFlags,
} from "./draft.ts";

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

test.each<[draft: MessageDraft, permissions: DraftPermission[]]>([
  [{ content: "a", attachments: [], embeds: [] }, []],
  [{ attachments: ["file"] }, ["UploadFiles"]],
  [{ embeds: [{}] }, ["SendEmbeds"]],
  [{ masquerade: {} }, ["Masquerade"]],
  [{ masquerade: { colour: "red" }, interactions: {} }, ["React", "Masquerade", "ManageRole"]],
])("%j needs %j", (draft, permissions) => {
  const all = ["UploadFiles", "React", "SendEmbeds", "Masquerade", "ManageRole"] as const;
  expect(permissionsForDraft(draft, all)).toEqual(permissions);
  expect(permissionsForDraft(draft, [])).toEqual([]);
});

test.each<[draft: MessageDraft, path: string | undefined]>([
  [{ masquerade: { colour: "red" }, embeds: [{ colour: "#fff" }] }, undefined],
  [{ masquerade: { colour: "#no" }, embeds: [{ colour: "#no" }] }, "masquerade.colour"],
  [{ embeds: [{}, { colour: "#no" }, { colour: "#no" }] }, "embeds.1.colour"],
])("the colours of %j are checked", (draft, path) => {
  const problem = { extra: { error: `${path}: must be a colour` } };
  if (path === undefined) expect(() => assertColours(draft)).not.toThrow();
  else expect(() => assertColours(draft)).toThrow(expect.objectContaining(problem));
});

const none = { suppress: false, everyone: false };
const silent = { suppress: true, everyone: false };
const loud = { suppress: false, everyone: true };
const both = { suppress: true, everyone: true };

test.each<[flags: number | undefined, user: ReturnType<typeof readFlags>, bot: ReturnType<typeof readFlags>]>(
  [
    [undefined, none, none],
    [0, none, none],
    [1, silent, silent],
    [2, silent, silent],
    [3, silent, silent],
    [4, "IsNotBot", loud],
    [5, "IsNotBot", both],
    [6, "IsNotBot", both],
    [7, "IsNotBot", both],
    [8, "InvalidProperty", "InvalidProperty"],
    [12, "InvalidProperty", "InvalidProperty"],
    [2 ** 31, "InvalidProperty", "InvalidProperty"],
    [2 ** 32 - 1, "InvalidProperty", "InvalidProperty"],
  ],
)("flags %p of a draft", (flags, user, bot) => {
  expect(readFlags(flags, { bot: false })).toEqual(user);
  expect(readFlags(flags, { bot: true })).toEqual(bot);
});

test.each([0, 2, 4, 6, 8, 10, 12, 14])("flags %p of a message", (flags) => {
  const [suppress, everyone, online] = [2, 4, 8].map((bit) => Math.floor(flags / bit) % 2 === 1);
  expect(
    writeFlags({ suppress: suppress === true, everyone: everyone === true, online: online === true }),
  ).toBe(flags);
  expect(isSuppressed(flags)).toBe(suppress === true);
});
