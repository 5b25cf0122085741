import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyText } from "../../../../test/support/hostile/any-text.ts";
import { amount } from "../../../../test/support/run/is-thorough.ts";
import { sanitiseUsername, splitFullName } from "./username.ts";

const wellFormed = /^(\p{L}|[\p{Nd}_.-])+$/u;
const blockedNames = ["admin", "revolt", "stoat"];
const blockedSubstrings = ["discord.gg", "rvlt.gg", "guilded.gg", "stt.gg", "revolt.chat", "stoat.chat"];

const isBlocked = (name: string) =>
  blockedNames.includes(name.toLowerCase()) ||
  blockedSubstrings.some((part) => name.toLowerCase().includes(part));

/** Look-alike spellings of names: full-width, Cyrillic, Greek, mathematical, accented. */
const lookAlikes: Record<string, string[]> = {
  foo: ["ｆｏｏ", "𝔣𝔬𝔬", "fоо", "fοο", "föö"],
  Jose: ["José", "Jоsе", "Ｊｏｓｅ"],
  paypal: ["раyраl", "ｐａｙｐａｌ", "𝐩𝐚𝐲𝐩𝐚𝐥"],
  Omega: ["Ωmega", "Оmega"],
  aether: ["æther"],
};

const asciiName = fc.stringMatching(/^[A-Za-z0-9_.-]{2,32}$/).filter((name) => !isBlocked(name));

const anyCharacter = anyText({ minLength: 1, maxLength: 1 }).filter((c) => wellFormed.test(c));
const oddCharacter = fc.constantFrom(
  ...Array.from("abcXYZ019_.-аеорсхΩßæİıⅷﬀשלוםمرحباहिไทย名前한국").filter((c) => wellFormed.test(c)),
);
const anyName = fc
  .array(fc.oneof(anyCharacter, oddCharacter), { minLength: 2, maxLength: 32 })
  .map((characters) => characters.join(""));

describe("sanitising a username", () => {
  test("leaves plain names as they are", () => {
    fc.assert(
      fc.property(asciiName, (name) => {
        expect(sanitiseUsername(name, 2)).toBe(name);
      }),
    );
  });

  test.each(Object.entries(lookAlikes))("replaces look-alike letters: %p", (plain, spellings) => {
    expect(spellings.map((name) => sanitiseUsername(name, 2)?.toLowerCase())).toEqual(
      spellings.map(() => plain.toLowerCase()),
    );
  });

  test("keeps capital letters", () => {
    expect(sanitiseUsername("SomeBODY", 2)).toBe("SomeBODY");
    expect(sanitiseUsername("ＳｏｍｅＢＯＤＹ", 2)?.toLowerCase()).toBe("somebody");
  });

  test("returns a valid name or none", () => {
    const property = fc.property(anyName, fc.integer({ min: 2, max: 8 }), (name, minBytes) => {
      const clean = sanitiseUsername(name, minBytes);
      if (clean === undefined) return;
      expect(clean).toMatch(wellFormed);
      expect([...clean].length).toBeLessThanOrEqual(32);
      expect(Buffer.byteLength(clean)).toBeGreaterThanOrEqual(minBytes);
      expect(isBlocked(clean)).toBe(false);
    });
    fc.assert(property, { numRuns: amount(400, 2_000) });
  });

  test("is idempotent", () => {
    const property = fc.property(anyName, (name) => {
      const once = sanitiseUsername(name, 2);
      if (once !== undefined) expect(sanitiseUsername(once, 2)).toBe(once);
    });
    fc.assert(property, { numRuns: amount(400, 2_000) });
  });

  test("pads a name that became too short with underscores", () => {
    expect(sanitiseUsername("é", 2)).toBe("e_");
    expect(sanitiseUsername("é", 5)).toBe("e____");
    expect(sanitiseUsername("名", 2)).toBe("名");
  });

  test("rejects a name that became too long", () => {
    expect(sanitiseUsername("x".repeat(32), 2)).toBe("x".repeat(32));
    expect(sanitiseUsername("ﬀ".repeat(16), 2)).toBe("f".repeat(32));
    expect(sanitiseUsername("ﬀ".repeat(17), 2)).toBeUndefined();
  });

  test.each([
    "admin",
    "ADMIN",
    "Admin",
    "аdmin",
    "ａｄｍｉｎ",
    "𝓪𝓭𝓶𝓲𝓷",
    "admín",
    "admİn",
    "revolt",
    "Rеvоlt",
    "stoat",
    "STOAT",
    "stoaт",
  ])("rejects %p, a reserved name", (name) => {
    expect(sanitiseUsername(name, 2)).toBeUndefined();
  });

  test.each(["admins", "my.admin", "revolted", "stoats", "st0at"])(
    "allows %p, which only contains a reserved name",
    (name) => {
      expect(sanitiseUsername(name, 2)).toBe(name);
    },
  );

  test.each(
    [...blockedSubstrings, "```", "http://", "https://"].flatMap((part) => [
      part,
      `x${part}x`,
      part.toUpperCase(),
    ]),
  )("rejects %p, a link", (name) => {
    expect(sanitiseUsername(name, 2)).toBeUndefined();
  });

  test("rejects a link in look-alike letters", () => {
    expect(sanitiseUsername("dіscоrd.gg", 2)).toBeUndefined();
    expect(sanitiseUsername("ｒｖｌｔ.ｇｇ", 2)).toBeUndefined();
  });
});

test.each([
  ["Ann#1234", { username: "Ann", discriminator: "1234" }],
  ["Ann#12#34", { username: "Ann", discriminator: "12#34" }],
  ["#1234", { username: "", discriminator: "1234" }],
  ["Ann#", { username: "Ann", discriminator: "" }],
  ["Ann", undefined],
  ["", undefined],
])("splitting the full name %p gives %p", (text, name) => {
  expect(splitFullName(text)).toEqual(name);
});
