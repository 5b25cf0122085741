import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import listFile from "../leaked-passwords.txt.gz" with { type: "file" };
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

  test("the first, the last and the longest of the list are found", () => {
    const list = new TextDecoder()
      .decode(Bun.gunzipSync(readFileSync(listFile)))
      .trimEnd()
      .split("\n");
    const longest = list.toSorted((a, b) => b.length - a.length).slice(0, 10);
    for (const password of [list[0], list.at(-1), ...longest])
      expect(passwordProblem(password ?? "")).toBe("CompromisedPassword");
  });

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
