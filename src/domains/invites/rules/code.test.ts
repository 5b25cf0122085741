import { expect, test } from "bun:test";
import { alphabet, newCode } from "./code.ts";

test("codes are of digits and letters without I, L, O and U", () => {
  expect(alphabet).toHaveLength(54);
  expect(new Set(alphabet).size).toBe(54);
  expect(alphabet).toMatch(/^[0-9A-Za-z]+$/);
  expect(alphabet).not.toMatch(/[ilou]/i);
});

test("every code is another, and all characters occur", () => {
  const codes = Array.from({ length: 2_000 }, newCode);
  for (const code of codes) expect(code).toHaveLength(8);
  expect(new Set(codes).size).toBe(2_000);
  expect(new Set(codes.join(""))).toEqual(new Set(alphabet));
});
