import { expect, test } from "bun:test";
import { withoutChannels } from "./forget-channels.ts";

const row = {
  categories: JSON.stringify([
    { id: "a", title: "A", channels: ["1", "2"] },
    { id: "b", title: "B", channels: ["3"] },
  ]),
  system_messages: JSON.stringify({ user_joined: "1", user_left: "2" }),
};

test("what names a channel that goes is given without it", () => {
  expect(withoutChannels(row, ["1", "3"])).toEqual({
    categories: [
      { id: "a", title: "A", channels: ["2"] },
      { id: "b", title: "B", channels: [] },
    ],
    system_messages: { user_left: "2" },
  });
});

test("what names none of them is left out", () => {
  expect(withoutChannels(row, ["4"])).toEqual({});
  expect(withoutChannels({ ...row, categories: null }, ["2"])).toEqual({
    system_messages: { user_joined: "1" },
  });
  expect(withoutChannels({ categories: null, system_messages: null }, ["1"])).toEqual({});
});
