import { expect, test } from "bun:test";
import { codeAlphabet, newCode } from "./invites.ts";

test("codes consist of digits and letters except I, L, O and U", () => {
  expect(codeAlphabet).toHaveLength(54);
  expect(new Set(codeAlphabet).size).toBe(54);
  expect(codeAlphabet).toMatch(/^[0-9A-Za-z]+$/);
  expect(codeAlphabet).not.toMatch(/[ilou]/i);
});

test("codes are unique, and use all characters", () => {
  const codes = Array.from({ length: 2_000 }, newCode);
  for (const code of codes) expect(code).toHaveLength(8);
  expect(new Set(codes).size).toBe(2_000);
  expect(new Set(codes.join(""))).toEqual(new Set(codeAlphabet));
});
