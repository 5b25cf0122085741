import { describe, expect, test } from "bun:test";
import { formatFlags, parseFlags } from "./flags.ts";

describe("flags on the command line", () => {
  test.each([
    ["suspended", 1],
    ["deleted", 2],
    ["banned", 4],
    ["spam", 8],
    ["12", 12],
    ["016", 16],
    ["2147483647", 2147483647],
  ])("%s is %d", (text, bits) => {
    expect(parseFlags(text)).toBe(bits);
  });

  test.each([
    "",
    "0",
    "-1",
    "1.5",
    "1e3",
    "0x8",
    " 8",
    "2147483648",
    "9".repeat(400),
    "Spam",
    "toString",
    "__proto__",
  ])("%p is no flag", (text) => {
    expect(parseFlags(text)).toBeUndefined();
  });

  test.each([
    [0, ""],
    [8, "spam"],
    [5, "suspended banned"],
    [16, "16"],
    [2 ** 31 - 1, `suspended deleted banned spam ${2 ** 31 - 1 - 15}`],
  ])("%d is shown as %p", (flags, text) => {
    expect(formatFlags(flags)).toBe(text);
  });
});
