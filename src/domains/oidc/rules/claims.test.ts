import { expect, test } from "bun:test";
import { readClaims } from "./claims.ts";

const read = (claims: Record<string, unknown>) => readClaims({ sub: "7", ...claims }, "preferred_username");

test("an address counts only if the provider has verified it", () => {
  expect(read({ email: "ann@example.org" }).email).toBeUndefined();
  expect(read({ email: "ann@example.org", email_verified: false }).email).toBeUndefined();
  expect(read({ email: "ann@example.org", email_verified: "false" }).email).toBeUndefined();
  expect(read({ email: "ann@example.org", email_verified: true }).email).toBe("ann@example.org");
  expect(read({ email: "ann@example.org", email_verified: "true" }).email).toBe("ann@example.org");
  expect(read({ email: ["ann@example.org"], email_verified: true }).email).toBeUndefined();
});

test("a name is the part of an address before the @, without spaces, and not too long", () => {
  expect(read({ preferred_username: "ann@example.org" }).username).toBe("ann");
  expect(read({ preferred_username: " Ann  Lee " }).username).toBe("Ann_Lee");
  expect(read({ preferred_username: "a".repeat(100) }).username).toHaveLength(32);
  expect(read({ preferred_username: 7 }).username).toBeUndefined();
});

test("methods are the texts of amr, whatever else is in it", () => {
  expect(read({ amr: ["pwd", 7, null, "otp"] }).methods).toEqual(["pwd", "otp"]);
  expect(read({ amr: "mfa" }).methods).toEqual([]);
});

test("an identity has a label in any case", () => {
  expect(read({}).label).toBe("7");
  expect(read({ preferred_username: "ann" }).label).toBe("ann");
  expect(read({ preferred_username: "ann", email: "ann@example.org" }).label).toBe("ann@example.org");
});
