import { expect, test } from "bun:test";
import { newRecipients } from "./groups.ts";

const users = (count: number) => Array.from({ length: count }, (_, index) => `u${index}`);

test("a new group has each other recipient once, and not its creator", () => {
  expect(newRecipients("me")).toEqual([]);
  expect(newRecipients("me", ["b", "me", "a", "b"])).toEqual(["b", "a"]);
});

test("a new group has at most 49 other recipients, however often they are listed", () => {
  expect(newRecipients("me", [...users(49), ...users(49)])).toEqual(users(49));
  expect(() => newRecipients("me", users(50))).toThrow("FailedValidation");
  expect(() => newRecipients("me", ["me", ...users(49)])).toThrow("FailedValidation");
});
