import { expect, test } from "bun:test";
import type { Message } from "../model.ts";
import { type MessageRow, messageJsonColumns } from "../tables.ts";
import { messageView, pageMessageViews, userIdsIn } from "./message-view.ts";

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

test("a message of a page looks as its row does", () => {
  const row: MessageRow = {
    channel_id: "c",
    id: "m",
    author_id: "a",
    nonce: null,
    content: "text",
    system: null,
    webhook: null,
    attachments: null,
    embeds: null,
    mentions: '["b"]',
    role_mentions: null,
    replies: '["n"]',
    interactions: null,
    masquerade: null,
    flags: 2,
    edited_at: 1_700_000_000_000,
    pinned: 1,
  };
  const reactions = [{ channel_id: "c", message_id: "m", emoji: "👍", user_id: "b", since: "s" }];
  const page = { id: "m", author_id: "a", nonce: null, content: "text" };
  const rare = '{"flags":2,"pinned":1,"edited_at":1700000000000,"mentions":["b"],"replies":["n"]}';
  expect(pageMessageViews("c", [{ ...page, rare }], reactions)).toEqual([messageView(row, reactions)]);
  const system = '{"flags":0,"pinned":0,"system":{"type":"text","content":"x"}}';
  expect(pageMessageViews("c", [{ ...page, content: null, rare: system }], [])).toEqual([
    { _id: "m", channel: "c", author: "a", system: { type: "text", content: "x" } },
  ]);
  expect(pageMessageViews("c", [{ ...page, nonce: "n", rare: null }], [])).toEqual([
    { _id: "m", nonce: "n", channel: "c", author: "a", content: "text" },
  ]);
});

const row = (more: Partial<MessageRow> = {}): MessageRow => ({
  ...(Object.fromEntries(messageJsonColumns.map((column) => [column, null])) as unknown as MessageRow),
  ...{ id: "m", channel_id: "c", author_id: "a", content: "Hello", nonce: null, edited_at: null },
  ...{ pinned: 0, flags: 0 },
  ...more,
});

test("a message of a user has a nonce, its id if it was sent without one", () => {
  expect(messageView(row())).toEqual({ _id: "m", nonce: "m", channel: "c", author: "a", content: "Hello" });
  expect(messageView(row({ nonce: "n" })).nonce).toBe("n");
  expect(messageView(row({ webhook: '{"name":"CI"}' }))).not.toHaveProperty("nonce");
  expect(messageView(row({ system: '{"type":"text"}' }))).not.toHaveProperty("nonce");
});

test("a message has the field of reactions from the first reaction on", () => {
  expect(messageView(row(), [])).not.toHaveProperty("reactions");
  const reaction = { channel_id: "c", message_id: "m", emoji: "👍", user_id: "b" };
  expect(messageView(row(), [reaction as never]).reactions).toEqual({ "👍": ["b"] });
});
