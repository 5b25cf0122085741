import { expect, test } from "bun:test";
import { rewriteContent } from "./rewrite-content.ts";

const id = (letter: string) => letter.repeat(26);
const known = (letter: string) => (given: string) => (given === id(letter) ? `${letter}-here` : undefined);
const ids = {
  user: known("A"),
  role: known("B"),
  channel: known("C"),
  emoji: known("E"),
  link: (server: string, channel: string, message?: string) =>
    server === id("S") && channel === id("C") ? `link(${message === id("M") ? "M" : ""})` : undefined,
};

test.each([
  [`<@${id("A")}> <%${id("B")}> <#${id("C")}> :${id("E")}:`, "<@A-here> <%B-here> <#C-here> :E-here:"],
  [`:${id("E")}::${id("E")}:`, ":E-here::E-here:"],
  [`see https://old.example/server/${id("S")}/channel/${id("C")}/${id("M")}!`, "see link(M)!"],
  [`http://localhost:8080/app/server/${id("S")}/channel/${id("C")}`, "link()"],
])("%s is rewritten", (text, expected) => {
  expect(rewriteContent(text, ids)).toBe(expected);
});

test.each([
  `<@${id("B")}> <#${id("A")}> :${id("A")}: <@AAAA>`,
  `https://old.example/server/${id("T")}/channel/${id("C")}`,
  `${id("A")}, :smile: and https://old.example/`,
])("%s stays as it is", (text) => {
  expect(rewriteContent(text, ids)).toBe(text);
});
