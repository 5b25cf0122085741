import { expect, test } from "bun:test";
import { discordMessage, hasFiles } from "./reply.ts";

const message = { _id: "01ARYZ6S410000000000000000", channel: "C", author: "W" };

test("a message is returned in the format of Discord", () => {
  const image = { type: "Image", width: 2, height: 3 } as const;
  const file = {
    _id: "f",
    tag: "attachments",
    filename: "a b.png",
    content_type: "image/png",
    size: 9,
  } as const;
  const reply = discordMessage(
    {
      ...message,
      content: "hello",
      webhook: { name: "Hook", avatar: null },
      masquerade: { name: "Other" },
      embeds: [{ type: "Text", title: "T", colour: "#0000ff" }, { type: "None" }],
      attachments: [{ ...file, metadata: image }],
      flags: 6,
    },
    "https://chat.example.org/autumn",
  );
  expect(reply).toMatchObject({
    id: message._id,
    channel_id: "C",
    webhook_id: "W",
    author: { id: "W", username: "Other", avatar: null, bot: true },
    content: "hello",
    timestamp: "2016-07-30T22:36:16.385Z",
    embeds: [{ type: "rich", title: "T", color: 255 }, { type: "rich" }],
    attachments: [{ url: "https://chat.example.org/autumn/attachments/f/a%20b.png", width: 2, height: 3 }],
    mention_everyone: true,
    flags: 4096,
  });
});

test("missing fields are empty", () => {
  expect(discordMessage(message, "")).toMatchObject({
    content: "",
    author: { username: "" },
    embeds: [],
    attachments: [],
    mentions: [],
    mention_everyone: false,
    flags: 0,
  });
});

test("a message has files as attachments, or in an embed", () => {
  const file = {
    _id: "f",
    tag: "attachments",
    filename: "a.png",
    content_type: "image/png",
    size: 9,
  } as never;
  expect(hasFiles({})).toBe(false);
  expect(hasFiles({ attachments: [file] })).toBe(true);
  expect(hasFiles({ embeds: [{ type: "Text", title: "T" }] })).toBeFalsy();
  expect(hasFiles({ embeds: [{ type: "Text", media: file }] })).toBeTruthy();
});
