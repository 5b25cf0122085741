import { expect, test } from "bun:test";
import { withoutChannels } from "./channel-references.ts";

const channelFields = {
  categories: JSON.stringify([
    { id: "a", title: "A", channels: ["1", "2"] },
    { id: "b", title: "B", channels: ["3"] },
  ]),
  system_messages: JSON.stringify({ user_joined: "1", user_left: "2" }),
};

test("fields that name a deleted channel come without it", () => {
  expect(withoutChannels(channelFields, ["1", "3"])).toEqual({
    categories: [
      { id: "a", title: "A", channels: ["2"] },
      { id: "b", title: "B", channels: [] },
    ],
    system_messages: { user_left: "2" },
  });
});

test("fields that name no deleted channel are left out", () => {
  expect(withoutChannels(channelFields, ["4"])).toEqual({});
  expect(withoutChannels({ ...channelFields, categories: null }, ["2"])).toEqual({
    system_messages: { user_joined: "1" },
  });
  expect(withoutChannels({ categories: null, system_messages: null }, ["1"])).toEqual({});
});
