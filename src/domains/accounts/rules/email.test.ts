import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyText } from "../../../../test/support/hostile/any-text.ts";
import { isEmail, mailDomain, normaliseEmail } from "./email.ts";

const longestLabel = "x".repeat(63);
const domainOfLength = (length: number) => {
  const labels = "abcdefghi.".repeat(Math.ceil(length / 10)).slice(0, length);
  return labels.endsWith(".") ? `${labels.slice(0, -1)}a` : labels;
};

const valid = [
  "a@b",
  "somebody@example.com",
  "some.body+tag@mail.example.com",
  "A.B.C@EXAMPLE.com",
  "1@2",
  "!#$%&'*+/=?^_`{|}~-@example.com",
  "a..b@example.com",
  "a@b-c.d-e",
  "a@1.2.3.4",
  "a@[127.0.0.1]",
  "a@[::1]",
  "a@[IPv6:2001:db8::1]",
  "a@münchen.de",
  "a@例え.jp",
  "a@xn--mnchen-3ya.de",
  `a@${longestLabel}.de`,
  `${"a".repeat(64)}@example.com`,
  `a@${domainOfLength(253)}`,
];

/** Domains whose conversion would take minutes. */
const slowDomains = ["a\u0301\u0323", "ü.", "例", "\u00ad", "ß"].map((part) => `a@${part.repeat(300_000)}`);

const invalid = [
  ...slowDomains,
  "",
  "a",
  "@",
  "a@",
  "@example.com",
  // Normalised, these have no local part.
  ".@example.com",
  "...@example.com",
  "+@example.com",
  "+tag@example.com",
  "..+a.b@example.com",
  "a@b@c",
  "a b@example.com",
  "a@exam ple.com",
  " a@example.com",
  "a@example.com ",
  "a@example.com\n",
  "a\n@example.com",
  "a@exa\0mple.com",
  "é@example.com",
  '"a"@example.com',
  "a(b)@example.com",
  "a,b@example.com",
  "<a@example.com>",
  "a@-b",
  "a@b-",
  "a@.b",
  "a@b.",
  "a@b..c",
  "a@b_c.de",
  "a@b/c",
  "a@b?c",
  "a@b#c",
  "a@b:25",
  "a@b\\c",
  "a@%65xample.com",
  "a@[999.0.0.1]",
  "a@[]",
  "a@[127.0.0.1",
  "a@[127.0.0.1].de",
  `a@${longestLabel}x.de`,
  `${"a".repeat(65)}@example.com`,
  `a@${domainOfLength(256)}`,
];

describe("isEmail", () => {
  test.each(valid)("accepts %p", (address) => {
    expect(isEmail(address)).toBe(true);
  });

  test.each(invalid)("refuses %p", (address) => {
    expect(isEmail(address)).toBe(false);
  });

  test("decides about any text without throwing", () => {
    fc.assert(
      fc.property(anyText({ maxLength: 400 }), (text) => {
        if (isEmail(text)) expect(text).toMatch(/^[!-~]{1,64}@[^@\s]+$/);
      }),
    );
  });
});

const local = fc.stringMatching(/^[A-Za-z0-9!#$%&'*/=?^_`{|}~-][A-Za-z0-9.!#$%&'*/=?^_`{|}~-]{0,30}$/);
const domain = fc.stringMatching(/^[a-z][a-z0-9]{0,12}(\.[a-z]{2,8}){0,3}$/);
const tag = fc.stringMatching(/^[A-Za-z0-9.+_-]{0,20}$/);

/** The same letters, each in upper or lower case. */
function recased(text: string): fc.Arbitrary<string> {
  return fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => [...text].map((c, i) => (upper[i] ? c.toUpperCase() : c.toLowerCase())).join(""));
}

/** The same letters, with dots put between some of them. */
function dotted(text: string): fc.Arbitrary<string> {
  return fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((dots) => [...text].map((c, i) => (dots[i] ? `${c}.` : c)).join(""));
}

describe("normaliseEmail", () => {
  test.each([
    ["Some.Body+news@Example.COM", "somebody@example.com"],
    ["a@b", "a@b"],
    ["a+b+c@d", "a@d"],
    ["a+b.c@d.e", "a@d.e"],
    ["...@d.e", "@d.e"],
    ["a@x+y.z", "a@x+y.z"],
    ["a.b@c@d.e", "ab@c@d.e"],
    ["no.at.sign+x", "noatsign"],
    ["", ""],
  ])("maps %p to %p", (address, key) => {
    expect(normaliseEmail(address)).toBe(key);
  });

  test("maps a key to itself", () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), fc.emailAddress()), (text) => {
        const key = normaliseEmail(text);
        expect(normaliseEmail(key)).toBe(key);
      }),
    );
  });

  test("ignores case, dots and tag, and keeps the domain", () => {
    const spelling = fc.tuple(local, domain).chain(([name, host]) =>
      fc.record({
        plain: fc.constant(`${name}@${host}`),
        host: fc.constant(host),
        other: fc
          .tuple(recased(name).chain(dotted), fc.option(tag, { nil: undefined }), recased(host))
          .map(([who, label, where]) => `${who}${label === undefined ? "" : `+${label}`}@${where}`),
      }),
    );
    fc.assert(
      fc.property(spelling, ({ plain, other, host }) => {
        expect(normaliseEmail(other)).toBe(normaliseEmail(plain));
        expect(mailDomain(normaliseEmail(other))).toBe(host);
      }),
    );
  });

  test("keeps different names and different domains apart", () => {
    const bare = fc.stringMatching(/^[a-z0-9]{1,12}$/);
    fc.assert(
      fc.property(bare, bare, domain, domain, (one, other, here, there) => {
        const same = one === other && here === there;
        expect(normaliseEmail(`${one}@${here}`) === normaliseEmail(`${other}@${there}`)).toBe(same);
      }),
    );
  });
});

describe("mailDomain", () => {
  test.each([
    ["a@Example.COM", "example.com"],
    ["a@b@c.D", "c.d"],
  ])("of %p is %p", (address, host) => {
    expect(mailDomain(address)).toBe(host);
  });

  /** Mail servers treat these spellings alike, so the list of blocked domains must as well. */
  test.each([
    ["a@ｅxample.com", "example.com"],
    ["a@exa\u00admple.com", "example.com"],
    ["a@MÜNCHEN.de", "xn--mnchen-3ya.de"],
    ["a@example。com", "example.com"],
  ])("of %p is %p, the domain that mail reaches", (address, host) => {
    expect(isEmail(address)).toBe(true);
    expect(mailDomain(address)).toBe(host);
    expect(normaliseEmail(address)).toBe(`a@${host}`);
  });
});
