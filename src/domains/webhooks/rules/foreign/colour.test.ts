import { expect, test } from "bun:test";
import { readColour } from "./colour.ts";

test.each([
  [16711680, "#ff0000"],
  [1, "#000001"],
  [0, undefined],
  [-1, undefined],
  [1.5, undefined],
  [0xffffff, "#ffffff"],
  [0x1000000, undefined],
  ["16711680", "#ff0000"],
  ["#FF8800", "#ff8800"],
  ["ff8800", "#ff8800"],
  ["0xff8800", "#ff8800"],
  ["#f80", "#f80"],
  ["255", "#0000ff"],
  ["good", "#2eb886"],
  ["danger", "#a30200"],
  ["constructor", undefined],
  ["url(x)", undefined],
  ["", undefined],
  [null, undefined],
])("%j is read as %j", (value, expected) => {
  expect(readColour(value)).toBe(expected);
});
