import { describe, expect, test } from "bun:test";
import { makeRecoveryCodes } from "./recovery-codes.ts";

describe("recovery codes", () => {
  test("a set is ten different codes of the form xxxxx-xxxxx", () => {
    for (let round = 0; round < 50; round++) {
      const codes = makeRecoveryCodes();
      expect(codes).toHaveLength(10);
      expect(new Set(codes).size).toBe(10);
      for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    }
  });

  test("no code is in two sets", () => {
    const sets = Array.from({ length: 200 }, makeRecoveryCodes);
    expect(new Set(sets.flat()).size).toBe(2000);
  });

  test("all characters of the alphabet are about equally frequent", () => {
    const counts = new Map<string, number>();
    const text = Array.from({ length: 1000 }, makeRecoveryCodes).flat().join("").replaceAll("-", "");
    for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect([...counts.keys()].sort().join("")).toBe("0123456789abcdefghjkmnpqrstvwxyz");
    // 100,000 draws from 32 characters: 3125 of each with a standard deviation of 55; ten times that does not happen.
    for (const count of counts.values()) expect(Math.abs(count - 3125)).toBeLessThan(550);
  });
});
