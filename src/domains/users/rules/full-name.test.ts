import { expect, test } from "bun:test";
import { splitFullName } from "./full-name.ts";

test.each([
  ["Ann#1234", { username: "Ann", discriminator: "1234" }],
  ["Ann#12#34", { username: "Ann", discriminator: "12#34" }],
  ["#1234", { username: "", discriminator: "1234" }],
  ["Ann#", { username: "Ann", discriminator: "" }],
  ["Ann", undefined],
  ["", undefined],
])("the full name %p is %p", (text, name) => {
  expect(splitFullName(text)).toEqual(name);
});
