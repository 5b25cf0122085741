import { expect, test } from "bun:test";
import type { File } from "../../../protocol/file.ts";
import { newRecipients, systemMessagesOfEdit } from "./groups.ts";

const users = (count: number) => Array.from({ length: count }, (_, index) => `u${index}`);

test("a new group has each other recipient once, and not its creator", () => {
  expect(newRecipients("me")).toEqual([]);
  expect(newRecipients("me", ["b", "me", "a", "b"])).toEqual(["b", "a"]);
});

test("a new group has at most 49 other recipients, however often they are listed", () => {
  expect(newRecipients("me", [...users(49), ...users(49)])).toEqual(users(49));
  expect(() => newRecipients("me", users(50))).toThrow("FailedValidation");
  expect(() => newRecipients("me", ["me", ...users(49)])).toThrow("FailedValidation");
});

const edited = { owner: "ann", by: "ben" };

test("system messages report the fields that were set, in this order", () => {
  const data = { icon: {} as File, description: "", name: "Us", owner: "ben", nsfw: true };
  expect(systemMessagesOfEdit(data, edited)).toEqual([
    { type: "channel_ownership_changed", from: "ann", to: "ben" },
    { type: "channel_renamed", name: "Us", by: "ben" },
    { type: "channel_description_changed", by: "ben" },
    { type: "channel_icon_changed", by: "ben" },
  ]);
});

test("other fields get no system message", () => {
  expect(systemMessagesOfEdit({}, edited)).toEqual([]);
  expect(systemMessagesOfEdit({ nsfw: true }, edited)).toEqual([]);
});
