import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { amount } from "../../../../../test/support/run/is-thorough.ts";
import { parseMentions } from "../../../messages/index.ts";
import { translateDiscord } from "../discord/payload.ts";
import { translateSlack } from "../slack/payload.ts";
import { sortFiles } from "./files.ts";
import { link } from "./markdown.ts";
import { fitDraft } from "./translation.ts";

const own = "01H0000000000000000000000A";
const nobody = { users: [], roles: [], everyone: false, online: false };
const limits = { text: 2000, embeds: 5 };
const mentionedBy = (translated: ReturnType<typeof translateSlack>) =>
  parseMentions(fitDraft(translated, limits, new Map()).content ?? "");

/** Texts that would mention users here unless escaped, in surroundings that might undo the escaping. */
const fakeMention = fc
  .array(
    fc.constantFrom(
      "@everyone",
      "@online",
      `&lt;@${own}&gt;`,
      "`",
      "```",
      "\n",
      "\\",
      " ",
      "]",
      "x".repeat(700),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((pieces) => pieces.join(""));
const url = fc.constantFrom("https://a.b/@everyone", "https://a.b/?q=@online)@everyone", undefined);

describe("text that is no mention at the other service mentions nobody", () => {
  test("anywhere in a message for Slack", () => {
    const piece = fc.record({
      type: fc.constantFrom("text", "link", "emoji", "date"),
      text: fakeMention,
      url,
      name: fakeMention,
      fallback: fakeMention,
    });
    const section = fc.record({
      type: fc.constantFrom("rich_text_section", "rich_text_preformatted", "rich_text_quote"),
      elements: fc.array(piece, { maxLength: 3 }),
    });
    const words = fc.record({ type: fc.constantFrom("mrkdwn", "plain_text"), text: fakeMention });
    const element = fc.record({
      type: fc.constantFrom("image", "button", "mrkdwn"),
      alt_text: fakeMention,
      image_url: url,
      url,
      text: words,
    });
    const block = fc.oneof(
      fc.record({ type: fc.constant("rich_text"), elements: fc.array(section, { maxLength: 3 }) }),
      fc.record({ type: fc.constant("markdown"), text: fakeMention }),
      fc.record({ type: fc.constant("image"), alt_text: fakeMention, image_url: url, title: words }),
      fc.record({ type: fc.constant("video"), title: words, video_url: url }),
      fc.record({ type: fc.constantFrom("section", "header"), text: words, accessory: element }),
      fc.record({ type: fc.constant("actions"), elements: fc.array(element, { maxLength: 3 }) }),
    );
    const attachment = fc.record({
      author_name: fakeMention,
      author_link: url,
      title: fakeMention,
      text: fakeMention,
      pretext: fakeMention,
      footer: fakeMention,
      image_url: url,
      fields: fc.array(fc.record({ title: fakeMention, value: fakeMention }), { maxLength: 2 }),
      actions: fc.array(fc.record({ text: fakeMention, url }), { maxLength: 2 }),
    });
    const message = fc.record({
      text: fc.oneof(
        fakeMention,
        fc.constant("<https://a.b/@everyone> <https://a.b/@online|@everyone> `@everyone`"),
      ),
      mrkdwn: fc.boolean(),
      blocks: fc.array(block, { maxLength: 3 }),
      attachments: fc.array(attachment, { maxLength: 2 }),
    });
    fc.assert(
      fc.property(message, (payload) => {
        expect(mentionedBy(translateSlack(payload))).toEqual(nobody);
      }),
      { numRuns: amount(400, 2_000) },
    );
  });

  test("anywhere in a message for Discord that allows no mentions", () => {
    const message = fc.record({
      content: fc
        .tuple(fakeMention, fc.constantFrom("", `<@${own}>`, `<@&${own}>`, "@here"))
        .map((all) => all.join("")),
      embeds: fc.array(fc.record({ title: fakeMention, image: fc.record({ url }) }), { maxLength: 3 }),
      components: fc.array(
        fc.record({
          type: fc.constantFrom(2, 10, 11),
          label: fakeMention,
          url,
          content: fakeMention,
          description: fakeMention,
          media: fc.record({ url }),
        }),
        { maxLength: 3 },
      ),
    });
    fc.assert(
      fc.property(message, (payload) => {
        const allowed_mentions = { parse: [] };
        expect(mentionedBy(translateDiscord({ ...payload, allowed_mentions }))).toEqual(nobody);
      }),
      { numRuns: amount(400, 2_000) },
    );
  });

  test("in images and buttons of a message that may mention everyone", () => {
    const embeds = [{ title: "T", image: { url: "https://a.b/@everyone.png" } }];
    const components = [{ type: 2, label: "@everyone", url: "https://a.b/@online" }];
    expect(mentionedBy(translateDiscord({ embeds, components }))).toEqual(nobody);
  });

  test("in file names", () => {
    const { left } = sortFiles([{ filename: "@everyone" }], [], { embeds: 5, attachments: 0 });
    expect(left).toBe("(without \\@everyone)");
  });
});

test.each([
  ["a\\\\", "https://a.b/(c)", "[a](https://a.b/%28c%29)"],
  ["\\a [b]", "https://a.b/@everyone", "[\\a \\[b\\]](https://a.b/%40everyone)"],
  [`${"\\".repeat(300_000)}x`, "https://a.b", `[${"\\".repeat(300_000)}x](https://a.b)`],
])("a label or URL cannot end its link, however long it is", (label, url, expected) => {
  expect(link(label, url)).toBe(expected);
});
