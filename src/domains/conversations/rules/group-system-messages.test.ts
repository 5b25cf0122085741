import { expect, test } from "bun:test";
import type { File } from "../../../protocol/file.ts";
import { systemMessagesOfEdit } from "./group-system-messages.ts";

const among = { owner: "ann", by: "ben" };

test("what was set in a group is told in this order", () => {
  const data = { icon: {} as File, description: "", name: "Us", owner: "ben", nsfw: true };
  expect(systemMessagesOfEdit(data, among)).toEqual([
    { type: "channel_ownership_changed", from: "ann", to: "ben" },
    { type: "channel_renamed", name: "Us", by: "ben" },
    { type: "channel_description_changed", by: "ben" },
    { type: "channel_icon_changed", by: "ben" },
  ]);
});

test("of anything else there is nothing to tell", () => {
  expect(systemMessagesOfEdit({}, among)).toEqual([]);
  expect(systemMessagesOfEdit({ nsfw: true }, among)).toEqual([]);
});
