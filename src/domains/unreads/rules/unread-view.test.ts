import { expect, test } from "bun:test";
import { unreadViews } from "./unread-view.ts";

const read = { channel_id: "01C", last_id: "01M" };
const mention = (channelId: string, messageId: string) => ({ channelId, messageId });

test("an unread record leaves out what it has not", () => {
  const _id = { channel: "01C", user: "01U" };
  expect(unreadViews("01U", [], [])).toEqual([]);
  expect(unreadViews("01U", [read], [])).toEqual([{ _id, last_id: "01M" }]);
  expect(unreadViews("01U", [], [mention("01C", "01N")])).toEqual([{ _id, mentions: ["01N"] }]);
  expect(Object.keys(unreadViews("01U", [read], [])[0] ?? {})).toEqual(["_id", "last_id"]);
});

test("there is one record for each channel, and each mention is in it once, the oldest first", () => {
  const mentions = [
    mention("01C", "01O"),
    mention("01B", "01P"),
    mention("01C", "01N"),
    mention("01C", "01O"),
  ];
  expect(unreadViews("01U", [read], mentions)).toEqual([
    { _id: { channel: "01B", user: "01U" }, mentions: ["01P"] },
    { _id: { channel: "01C", user: "01U" }, last_id: "01M", mentions: ["01N", "01O"] },
  ]);
});
