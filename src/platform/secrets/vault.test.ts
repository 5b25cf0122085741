import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { createVault, digestToken, sameText } from "./vault.ts";

const vault = createVault(randomBytes(32));

describe("vault", () => {
  test.each(["", "a", "Ünï🔑\u0000", "x".repeat(100_000)])(
    "opens a value that it sealed (case %#)",
    (text) => {
      expect(vault.open(vault.seal(text, "here"), "here")).toBe(text);
    },
  );

  test("a sealed value does not show the text, and sealing twice gives different values", () => {
    const [one, two] = [vault.seal("the secret", "here"), vault.seal("the secret", "here")];
    expect(one).not.toBe(two);
    expect(Buffer.from(one, "base64url").toString("latin1")).not.toContain("secret");
    expect(one).toMatch(/^[\w-]+$/);
  });

  test("a value opens only for the purpose it was sealed for, and with its key", () => {
    const sealed = vault.seal("the secret", "account 1");
    expect(() => vault.open(sealed, "account 2")).toThrow();
    expect(() => vault.open(sealed, "")).toThrow();
    expect(() => createVault(randomBytes(32)).open(sealed, "account 1")).toThrow();
  });

  test("a value with any byte changed or missing does not open", () => {
    const sealed = Buffer.from(vault.seal("the secret", "here"), "base64url");
    for (let index = 0; index < sealed.length; index++) {
      const bent = Buffer.from(sealed);
      bent[index] = (bent[index] ?? 0) ^ 1;
      expect(() => vault.open(bent.toString("base64url"), "here")).toThrow();
      const short = sealed.subarray(0, index).toString("base64url");
      expect(() => vault.open(short, "here")).toThrow();
    }
  });

  test.each([0, 16, 31, 33])("a key of %i bytes is refused", (length) => {
    expect(() => createVault(randomBytes(length))).toThrow("32 bytes");
  });
});

describe("tokens", () => {
  test("a digest is SHA-256 in base64url", () => {
    expect(digestToken("abc")).toBe("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
    expect(digestToken("abd")).not.toBe(digestToken("abc"));
  });

  test("texts of any length are compared in full", () => {
    expect(sameText("abc", "abc")).toBe(true);
    for (const other of ["abd", "ab", "abcd", ""]) expect(sameText("abc", other)).toBe(false);
  });
});
