import { expect, test } from "bun:test";
import { coverText, readPush } from "./push-content.ts";

test("a message leads to its place", () => {
  const text = JSON.stringify({
    author: "Ann",
    body: "hello",
    tag: "c",
    url: "https://chat.example/channel/c/m",
  });
  expect(readPush(text)).toEqual({
    title: "Ann",
    body: "hello",
    icon: undefined,
    tag: "c",
    data: { path: "/channel/c/m" },
  });
});

test.each([undefined, "", "{", "7", '{"url":"http://["}', '{"author":7}'])(
  "%p is shown without failing",
  (text) => {
    expect(readPush(text)).toMatchObject({ title: "Ermine", data: { path: "/" } });
  },
);

test.each(["https://evil.example//evil.example/x", "//evil.example//evil.example/x"])(
  "%p stays here",
  (url) => {
    expect(readPush(JSON.stringify({ url })).data.path).toBe("/evil.example/x");
  },
);

test("a channel that the user has not asked to see keeps its text to itself", () => {
  const content = readPush(JSON.stringify({ author: "Bob", body: "secret", tag: "01CHANNEL" }));
  const covered = { coveredChannels: ["01CHANNEL"], coveredText: "New message" };
  expect(coverText(content, covered)).toEqual({ ...content, body: "New message" });
  expect(coverText({ ...content, tag: "01OTHER" }, covered).body).toBe("secret");
});
