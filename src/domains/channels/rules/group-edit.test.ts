import { expect, test } from "bun:test";
import type { File } from "../../../protocol/file.ts";
import { systemMessagesOfEdit } from "./group-edit.ts";

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
