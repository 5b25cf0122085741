import { describe, expect, test } from "bun:test";
import { pairOf } from "./conversation.ts";

describe("the key of a direct conversation", () => {
  test("is the same for both users", () => {
    expect(pairOf("01B", "01A")).toBe(pairOf("01A", "01B"));
  });

  test("is different for every pair, and for each user alone", () => {
    const keys = [pairOf("01A", "01B"), pairOf("01A", "01C"), pairOf("01B", "01C"), pairOf("01A", "01A")];
    expect(new Set([...keys, pairOf("01B", "01B")]).size).toBe(5);
  });
});
