import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Compile } from "typebox/compile";
import { anyText } from "../../../../../test/support/hostile/any-text.ts";
import { amount } from "../../../../../test/support/run/is-thorough.ts";
import { draftBytes, MessageDraft } from "../../../messages/index.ts";
import { translateDiscord } from "../discord/payload.ts";
import { translateSlack } from "../slack/payload.ts";
import { fitDraft } from "./translation.ts";

const isDraft = Compile(MessageDraft);
const limits = { text: 2000, embeds: 5 };
const keys = [
  ..."content text embeds title description url color fields name value image thumbnail author footer".split(
    " ",
  ),
  ..."blocks attachments elements accessory type style components items media username avatar_url".split(" "),
  ..."icon_url pretext fallback ts timestamp flags allowed_mentions parse users ts indent".split(" "),
];
const words = fc.constantFrom(
  ..."section header rich_text rich_text_list rich_text_section actions button image mrkdwn plain_text".split(
    " ",
  ),
  "@everyone",
  "<https://a.b|c>",
  "https://a.b/c.png",
  "attachment://a",
  "\ud800\0",
  "*a* ``` `",
);

/** Nested values with the keys and words of either service, and arbitrary ones. */
const { payload } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 8, withCrossShrink: true },
    fc.oneof(words, anyText(), fc.jsonValue({ maxDepth: 1 }), fc.integer()),
    tie("payload"),
    fc.array(tie("value"), { maxLength: 4 }),
  ),
  payload: fc.dictionary(fc.constantFrom(...keys), tie("value"), { maxKeys: 8 }),
}));

describe("arbitrary payloads", () => {
  test.each([
    ["for Discord", translateDiscord],
    ["for Slack", translateSlack],
  ])("%s become drafts within our limits", (_, translate) => {
    fc.assert(
      fc.property(payload, (value) => {
        const draft = fitDraft(translate(value as Record<string, unknown>), limits, new Map([["a", "id"]]));
        expect(isDraft.Errors(draft)).toEqual([]);
        expect(draftBytes(draft)).toBeLessThanOrEqual(limits.text);
        expect(JSON.stringify(draft)).not.toMatch(/\\u0000|\\ud[89a-f]/);
      }),
      { numRuns: amount(400, 2_000) },
    );
  });

  test.each([
    ["components", translateDiscord, (inner: string) => `{"type":17,"components":[${inner}]}`],
    ["elements", translateSlack, (inner: string) => `{"type":"rich_text_list","elements":[${inner}]}`],
  ])("deeply nested %s are accepted", (_, translate, wrap) => {
    const depth = 5_000;
    const [open = "", close = ""] = wrap("|").split("|");
    const value = JSON.parse(open.repeat(depth) + close.repeat(depth));
    expect(
      translate({ components: [value], blocks: [{ type: "rich_text", elements: [value] }] }).embeds,
    ).toEqual([]);
  });

  test.each(["`", "```", "<", "[", "*a", "*", "~", "<@", "&", "\\", " ", "[a](", "||", "\n> "])(
    "long repetitions of %j stay within the limits",
    (piece) => {
      const text = piece.repeat(20_000);
      const slack = fitDraft(translateSlack({ text, attachments: [{ text }] }), limits, new Map());
      const discord = fitDraft(
        translateDiscord({ content: text, embeds: [{ description: text }] }),
        limits,
        new Map(),
      );
      expect([draftBytes(slack) <= limits.text, draftBytes(discord) <= limits.text]).toEqual([true, true]);
    },
  );
});
