import { expect, test } from "bun:test";
import { unreadView } from "./unread-view.ts";

test("an unread record leaves out what it has not", () => {
  const row = { user_id: "01U", channel_id: "01C", last_id: null, mentions: "[]" };
  const _id = { channel: "01C", user: "01U" };
  expect(Object.keys(unreadView(row))).toEqual(["_id"]);
  expect(unreadView(row)).toEqual({ _id });
  expect(unreadView({ ...row, last_id: "01M" })).toEqual({ _id, last_id: "01M" });
  expect(unreadView({ ...row, mentions: '["01M","01N"]' })).toEqual({ _id, mentions: ["01M", "01N"] });
});
