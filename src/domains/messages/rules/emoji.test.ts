import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyText } from "../../../../test/support/hostile/any-text.ts";
import { customEmojiIn, isCustomEmojiId, isUnicodeEmoji, mayReactWith } from "./emoji.ts";

/** The variation selector, the joiner, and the combining keycap. */
const vs = "\uFE0F";
const joiner = "\u200D";
const cap = "\u20E3";

const join = (...characters: string[]) => characters.join(joiner);
const flagOf = (tag: string) =>
  `🏴${[...`${tag}\x7f`].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join("")}`;

const accepted = [
  ...["😀", "🙂", "👍", "🎉", "🔥", "🐈", "🍕", "🚀", "⌚", "⚡", "⭐", "⬛", "🆗", "🈁", "㊗", "🀄", "🃏"],
  ...["🥲", "🫠", "🩷", "🫨", "🫩", "🏴", "🏻"],
  ...["\u2764", `\u2764${vs}`, "\u263A", `\u263A${vs}`, "\u00A9", `\u2122${vs}`, "\u2194", `\u{1F336}${vs}`],
  ...[`👍${vs}`, `⭐${vs}`, `${vs}👍`, `❤${vs}${vs}`],
  ...["👍🏻", "👍🏼", "👍🏽", "👍🏾", "👍🏿", "\u261D🏽", `\u261D${vs}🏽`, "✌🏿", "🤝🏽", "🫱🏿"],
  ...["🇩🇪", "🇯🇵", "🇺🇸", "🇪🇺", "🇽🇰", "🇺🇳", flagOf("gbeng"), flagOf("gbsct"), flagOf("gbwls")],
  ...["🇦", "🇩", "🇿"],
  ...[..."0123456789#*"].flatMap((key) => [`${key}${vs}${cap}`, `${key}${cap}`]),
  ...[join("👩", "💻"), join("🧑🏽", "🚀"), join("👨", "👩", "👧", "👦"), join("🐈", "⬛"), join("🏴", "☠")],
  ...[join(`🏳${vs}`, "🌈"), join("🏳", "🌈"), join("🏳", `⚧${vs}`), join(`❤${vs}`, "🔥"), join("❤", "🔥")],
  ...[join("🕵", `♂${vs}`), join(`🕵${vs}`, "♂"), join("🕵🏽", "♂"), join("👁", "🗨"), join("👁", `🗨${vs}`)],
  ...[
    join("👩🏽", "❤", "💋", "👨🏿"),
    join("🧑🏻", `❤${vs}`, "🧑🏼"),
    join("🫱🏻", "🫲🏿"),
    join("🏃🏿", "♀", "➡"),
  ],
];

const refused = [
  ...["", " ", "a", "A", "heart", ":heart:", "<3", "ß", "字", "\0", "0", "7", "#", "*", "!", "→", "∞", "½"],
  ...[
    vs,
    joiner,
    cap,
    `${vs}${vs}`,
    `${joiner}${joiner}`,
    `a${vs}`,
    `7${vs}`,
    `#${vs}`,
    `a${cap}`,
    `12${cap}`,
  ],
  ...["👍👍", "👍 ", " 👍", "👍\n", "👍a", "a👍", "👍❤", "1️⃣2️⃣", "🇩🇪🇫🇷", "👍🏽🏽", "😀🏽", "❤🏽", "🏽👍"],
  ...["🇽🇽", "🇦🇦", "🇩🇪🇫", "🇩a", flagOf("ustx"), flagOf("")],
  ...[
    join("👍", ""),
    join("", "👍"),
    join("👍", "👍"),
    join("a", "b"),
    join("👩", "", "💻"),
    join("💻", "👩"),
  ],
  ...[join("👨", "👩", "👧", "👦", "👦"), "\u2764\uFE0E", "👍\uFE0E", "👍\u0301", "👍\u200B", "👍\u202E"],
  ...["\uD83D", "\uDC4D", "\uDC4D\uD83D", "\uE000", "\u{E0001}", "\u{10FFFF}"],
  ...["👍".repeat(1_000_000), `👍${vs.repeat(1_000_000)}`, "👍".repeat(16), `${joiner}👩`.repeat(500_000)],
];

describe("an emoji of Unicode", () => {
  test("is accepted in every spelling", () => {
    expect(accepted.filter((text) => !isUnicodeEmoji(text))).toEqual([]);
  });

  test("must be the whole text", () => {
    expect(refused.filter(isUnicodeEmoji).map((text) => text.slice(0, 40))).toEqual([]);
  });

  test("of one character is accepted with and without the selector", () => {
    for (let point = 0x80; point < 0x20000; point++) {
      const character = String.fromCodePoint(point);
      const expected = /^\p{Emoji}$/v.test(character);
      if (isUnicodeEmoji(character) !== expected || isUnicodeEmoji(character + vs) !== expected)
        throw new Error(`U+${point.toString(16)}`);
    }
  });

  test("is accepted wherever the selector is, and as the runtime spells it", () => {
    const scattered = fc
      .tuple(fc.constantFrom(...accepted), fc.array(fc.nat(14), { maxLength: 6 }))
      .map(([text, places]) =>
        places.reduce((points, place) => points.toSpliced(place, 0, vs), [...text]).join(""),
      );
    fc.assert(fc.property(scattered, (text) => isUnicodeEmoji(text)));
    fc.assert(
      fc.property(anyText(), (text) => {
        if (/^\p{RGI_Emoji}$/v.test(text)) expect(isUnicodeEmoji(text)).toBeTrue();
        expect(isUnicodeEmoji(`${text}x`)).toBeFalse();
      }),
    );
  });
});

test("a custom emoji is named by a ULID", () => {
  const id = "01HZZZZZZZZZZZZZZZZZZZZZZA";
  expect(
    [id, "0".repeat(26), "Z".repeat(26), id.toLowerCase()].filter((text) => !isCustomEmojiId(text)),
  ).toEqual([]);
  const others = [
    "",
    "👍",
    id.slice(1),
    `${id}0`,
    ` ${id}`,
    `${id}\n`,
    "U".repeat(26),
    "0".repeat(1_000_000),
  ];
  expect(others.filter(isCustomEmojiId)).toEqual([]);
});

describe("a message", () => {
  test.each([
    ["without interactions allows all reactions", undefined, true],
    ["that starts with reactions allows others", { reactions: ["🦊"] }, true],
    ["that is restricted allows no others", { reactions: ["🦊"], restrict_reactions: true }, false],
    ["that is restricted allows those it lists", { reactions: ["🦊", "🦦"], restrict_reactions: true }, true],
    ["that is restricted and lists none allows none", { restrict_reactions: true }, false],
    ["compares code units", { reactions: ["🦦\uFE0F"], restrict_reactions: true }, false],
  ])("%s", (_, interactions, may) => {
    expect(mayReactWith("🦦", interactions)).toBe(may);
  });
});

test("custom emoji of a text are found once each, outside of code", () => {
  const [one, two] = ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "01ARZ3NDEKTSV4RRFFQ69G5FAW"];
  expect(customEmojiIn(`:${one}: and :${two}::${one}:`)).toEqual([one, two]);
  expect(customEmojiIn(`\`:${one}:\` \\:${one}: :smile: 10:30`)).toEqual([]);
});
