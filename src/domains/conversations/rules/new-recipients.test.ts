import { expect, test } from "bun:test";
import { newRecipients } from "./new-recipients.ts";

const people = (count: number) => Array.from({ length: count }, (_, index) => `u${index}`);

test("who begins a group brings others along, each once and not themselves", () => {
  expect(newRecipients("me")).toEqual([]);
  expect(newRecipients("me", ["b", "me", "a", "b"])).toEqual(["b", "a"]);
});

test("they are at most 49, however often they are named", () => {
  expect(newRecipients("me", [...people(49), ...people(49)])).toEqual(people(49));
  expect(() => newRecipients("me", people(50))).toThrow("FailedValidation");
  expect(() => newRecipients("me", ["me", ...people(49)])).toThrow("FailedValidation");
});
