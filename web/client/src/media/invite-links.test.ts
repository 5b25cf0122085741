import { expect, test } from "bun:test";
import { inviteCodes } from "./invite-links.ts";

const origins = ["https://chat.example"];

test.each([
  ["come to https://chat.example/invite/AbC123", ["AbC123"]],
  ["[here](https://chat.example/invite/AbC123)", ["AbC123"]],
  ["<https://chat.example/invite/AbC123/>", ["AbC123"]],
  ["https://chat.example/invite/A https://chat.example/invite/A", ["A"]],
  ["https://evil.example/invite/AbC123", []],
  ["https://chat.example.evil.example/invite/AbC123", []],
  ["https://chat.example@evil.example/invite/A", []],
  ["https://chat.example/invite/../channel/1", []],
  ["https://chat.example/invite/%2e%2e%2fusers", []],
  ["https://chat.example/invite/", []],
  [
    "1 https://chat.example/invite/1 2 https://chat.example/invite/2 https://chat.example/invite/3 https://chat.example/invite/4",
    ["1", "2", "3"],
  ],
])("%s", (text, codes) => {
  expect(inviteCodes(text, origins)).toEqual(codes);
});
