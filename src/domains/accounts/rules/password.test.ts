import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { passwordProblem } from "./password.ts";

describe("passwords", () => {
  test.each(["", "a", "1234567", "password".slice(0, 7), "ééé", "€€", "🦦", "       "])(
    "%p is too short",
    (text) => {
      expect(passwordProblem(text)).toBe("ShortPassword");
    },
  );

  test.each(["zq8#vK1!", "éééé", "€€€", "🦦🦦", "a good password 1", `${"x".repeat(100_000)}!`])(
    "%p is long enough: bytes count, not characters",
    (text) => {
      expect(passwordProblem(text)).toBeUndefined();
    },
  );

  test.each(["password", "12345678", "qwertyuiop", "iloveyou", "football", "11111111", "password1"])(
    "%p is in the list of leaked passwords",
    (text) => {
      expect(passwordProblem(text)).toBe("CompromisedPassword");
    },
  );

  test("the list matches the exact spelling", () => {
    expect(passwordProblem("pAsSwOrD")).toBeUndefined();
    expect(passwordProblem(" password")).toBeUndefined();
    expect(passwordProblem("password\n")).toBeUndefined();
    expect(passwordProblem("password\nqwertyuiop")).toBeUndefined();
  });

  test("a password is short exactly when it has fewer than eight bytes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 12 }), (text) => {
        const short = new TextEncoder().encode(text).length < 8;
        expect(passwordProblem(text) === "ShortPassword").toBe(short);
      }),
    );
  });
});
