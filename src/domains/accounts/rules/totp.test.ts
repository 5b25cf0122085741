import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyText } from "../../../../test/support/hostile/any-text.ts";
import { findTotpStep, makeTotpSecret, totpAt } from "./totp.ts";

/** RFC 6238, appendix B: the key is the ASCII text 12345678901234567890; its codes have eight digits, ours the last six. */
const rfcSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const rfcCodes: [seconds: number, code: string][] = [
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
];

const step = 30_000;
const isTotpValid = (key: string, code: string, at: number) => findTotpStep(key, code, at) !== undefined;
const secret = fc.constant(undefined).map(makeTotpSecret);
/** From 2001 to 2100. */
const time = fc.integer({ min: 1_000_000_000_000, max: 4_102_444_800_000 });

describe("TOTP", () => {
  test.each(rfcCodes)("at %p s the code is that of the standard", (seconds, code) => {
    expect(totpAt(rfcSecret, seconds * 1000)).toBe(code.slice(-6));
    expect(findTotpStep(rfcSecret, code.slice(-6), seconds * 1000)).toBe(Math.floor(seconds / 30));
    expect(isTotpValid(rfcSecret, code, seconds * 1000)).toBe(false);
  });

  test("a secret is 20 random bytes in base32", () => {
    const secrets = Array.from({ length: 100 }, makeTotpSecret);
    for (const text of secrets) expect(text).toMatch(/^[A-Z2-7]{32}$/);
    expect(new Set(secrets).size).toBe(100);
  });

  test("a code is six digits, the same throughout its step", () => {
    fc.assert(
      fc.property(secret, time, fc.nat(step - 1), (key, at, later) => {
        const begin = at - (at % step);
        expect(totpAt(key, begin)).toMatch(/^\d{6}$/);
        expect(totpAt(key, begin + later)).toBe(totpAt(key, begin));
      }),
    );
  });

  test("only the codes of the current step and its two neighbours are valid", () => {
    fc.assert(
      fc.property(secret, time, fc.integer({ min: -6, max: 6 }), (key, at, away) => {
        const code = totpAt(key, at + away * step);
        // One chance in a million or so: two steps may share a code.
        const valid = new Set([-1, 0, 1].map((near) => totpAt(key, at + near * step)));
        expect(isTotpValid(key, code, at)).toBe(valid.has(code));
        if (Math.abs(away) <= 1) expect(isTotpValid(key, code, at)).toBe(true);
      }),
    );
  });

  test("a text that is not six digits is invalid", () => {
    const texts = [
      "",
      "1",
      "12345",
      "1234567",
      " 123456",
      "123456 ",
      "123456\n",
      "12345a",
      "१२३४५६",
      "-12345",
      "1e5000",
    ];
    for (const text of texts) expect(isTotpValid(rfcSecret, text, 59_000)).toBe(false);
    fc.assert(
      fc.property(anyText(), (text) => {
        if (!/^\d{6}$/.test(text)) expect(isTotpValid(rfcSecret, text, 59_000)).toBe(false);
      }),
    );
  });

  test("a code of another secret is invalid", () => {
    const at = 1_700_000_000_000;
    const own = makeTotpSecret();
    const valid = new Set([-1, 0, 1].map((near) => totpAt(own, at + near * step)));
    const foreign = Array.from({ length: 50 }, () => totpAt(makeTotpSecret(), at)).filter(
      (code) => !valid.has(code),
    );
    expect(foreign.length).toBeGreaterThan(40);
    for (const code of foreign) expect(isTotpValid(own, code, at)).toBe(false);
  });
});
