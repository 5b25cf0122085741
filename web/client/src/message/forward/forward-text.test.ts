import { expect, test } from "bun:test";
import { bytesOf, forwardText } from "./forward-text.ts";

const id = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const names = { user: () => "Ann_everyone", role: () => "everyone" };
const link = "https://chat.example/channel/1/2";
const message = { content: "Hello", author: "Bob", link, files: [] };

test("the text is quoted line by line, with its author, its address and a comment", () => {
  expect(forwardText({ ...message, content: "one\ntwo" }, "look", names, 2000)).toBe(
    `look\n\n> one\n> two\n\nBob: <${link}>`,
  );
  expect(forwardText(message, "", names, 2000)).toBe(`> Hello\n\nBob: <${link}>`);
});

test("files are links, and names are no Markdown", () => {
  const files = [{ name: "a_[b].png", url: "https://chat.example/autumn/1" }];
  expect(forwardText({ ...message, content: "", author: "*Bob*", files }, "", names, 2000)).toBe(
    `> [a\\_\\[b\\].png](https://chat.example/autumn/1)\n\n\\*Bob\\*: <${link}>`,
  );
});

test("nobody is mentioned again", () => {
  const content = `<@${id}> <%${id}> @everyone @online a@b.example`;
  const text = forwardText({ ...message, content, author: "@everyone" }, "", names, 2000);
  expect(text).not.toMatch(/<[@%]|@everyone|@online/);
  expect(text).toContain("@Ann\\_everyone @\u200Beveryone @\u200Beveryone @\u200Bonline a@b.example");
  expect(text).toContain("\n@\u200Beveryone: <");
});

test.each(["a", "ä", "🦦", "\n", "a\n"])("many of %j are cut to the limit", (letter) => {
  const text = forwardText({ ...message, content: letter.repeat(3000) }, "look", names, 2000);
  expect(bytesOf(text)).toBeLessThanOrEqual(2000);
  expect(bytesOf(text)).toBeGreaterThan(1900 * Number(letter.trim() !== ""));
  expect(text).toEndWith(`Bob: <${link}>`);
});

test("a comment that leaves no room is kept whole, and the address too", () => {
  const comment = "c".repeat(1990);
  expect(forwardText(message, comment, names, 2000)).toBe(`${comment}\n\n\nBob: <${link}>`);
});
