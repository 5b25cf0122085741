import { expect, test } from "bun:test";
import type { Message } from "../model.ts";
import { peopleIn } from "./people-in.ts";

const said = (author: string, system?: Message["system"]): Message => ({
  _id: "m",
  channel: "c",
  author,
  mentions: ["mentioned"],
  replies: ["answered"],
  ...(system && { system }),
});

test("whoever wrote something or is spoken of by the server, each once", () => {
  const messages = [
    said("a"),
    said("b"),
    said("a"),
    said("0", { type: "user_added", id: "c", by: "d" }),
    said("0", { type: "channel_ownership_changed", from: "e", to: "f" }),
    said("0", { type: "user_left", id: "c" }),
    said("0", { type: "text", content: "nobody" }),
    said("0", { type: "call_started", by: "g", finished_at: null }),
  ];
  expect(peopleIn(messages)).toEqual(["a", "b", "0", "c", "d", "e", "f", "g"]);
  expect(peopleIn([])).toEqual([]);
});
