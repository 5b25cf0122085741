import { expect, test } from "bun:test";
import type { Message } from "../model.ts";
import { userIdsIn } from "./message-view.ts";

const message = (author: string, system?: Message["system"]): Message => ({
  _id: "m",
  channel: "c",
  author,
  mentions: ["mentioned"],
  replies: ["answered"],
  ...(system && { system }),
});

test("messages contain their authors and the users of system messages, each once", () => {
  const messages = [
    message("a"),
    message("b"),
    message("a"),
    message("0", { type: "user_added", id: "c", by: "d" }),
    message("0", { type: "channel_ownership_changed", from: "e", to: "f" }),
    message("0", { type: "user_left", id: "c" }),
    message("0", { type: "text", content: "nobody" }),
    message("0", { type: "call_started", by: "g", finished_at: null }),
  ];
  expect(userIdsIn(messages)).toEqual(["a", "b", "0", "c", "d", "e", "f", "g"]);
  expect(userIdsIn([])).toEqual([]);
});
