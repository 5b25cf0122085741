import { describe, expect, test } from "bun:test";
import { pairOf } from "./pair.ts";

describe("the name of a pair", () => {
  test("is the same from both sides", () => {
    expect(pairOf("01B", "01A")).toBe(pairOf("01A", "01B"));
  });

  test("is another for other people, and for each of them alone", () => {
    const names = [pairOf("01A", "01B"), pairOf("01A", "01C"), pairOf("01B", "01C"), pairOf("01A", "01A")];
    expect(new Set([...names, pairOf("01B", "01B")]).size).toBe(5);
  });
});
