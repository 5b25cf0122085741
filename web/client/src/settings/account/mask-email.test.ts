import { expect, test } from "bun:test";
import { maskEmail } from "./mask-email.ts";

test("an address shows its first letter and its domain", () => {
  expect(maskEmail("ann@example.com")).toBe("a•••@example.com");
  expect(maskEmail("a@b")).toBe("a•••@b");
  expect(maskEmail("𝒶nn@example.com")).toBe("𝒶•••@example.com");
});

test("what is no address is hidden whole", () => {
  for (const text of ["", "ann", "@example.com"]) expect(maskEmail(text)).toBe("•••");
});
