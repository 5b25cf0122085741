import { expect, test } from "bun:test";
import { isNotified } from "./notified.ts";

test("which system messages cause notifications", () => {
  expect(isNotified({ type: "user_added", id: "bob", by: "ann" })).toBe(true);
  expect(isNotified({ type: "user_joined", id: "bob" })).toBe(false);
  expect(isNotified({ type: "call_started", by: "ann", finished_at: null })).toBe(false);
});
