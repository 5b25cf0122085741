import { expect, test } from "bun:test";
import { isAtLeast } from "./api-version.ts";

test("versions are compared by their numbers", () => {
  expect(isAtLeast("0.14.0", "0.14")).toBe(true);
  expect(isAtLeast("0.14", "0.14.0")).toBe(true);
  expect(isAtLeast("1.0.0", "0.14")).toBe(true);
  expect(isAtLeast("0.9.9", "0.14")).toBe(false);
  expect(isAtLeast("0.11.5", "0.14")).toBe(false);
  expect(isAtLeast(undefined, "0.14")).toBe(false);
  expect(isAtLeast("nonsense", "0.14")).toBe(false);
});
