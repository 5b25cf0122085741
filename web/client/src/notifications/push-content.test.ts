import { expect, test } from "bun:test";
import { readPush } from "./push-content.ts";

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
