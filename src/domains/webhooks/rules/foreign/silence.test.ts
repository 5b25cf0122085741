import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseMentions } from "../../../messages/index.ts";
import { translateDiscord } from "../discord/payload.ts";
import { translateSlack } from "../slack/payload.ts";
import { sortFiles } from "./files.ts";
import { link } from "./markdown.ts";
import { fitDraft } from "./translation.ts";

const own = "01H0000000000000000000000A";
const nobody = { users: [], roles: [], everyone: false, online: false };
const room = { text: 2000, embeds: 5 };
const mentionedBy = (translated: ReturnType<typeof translateSlack>) =>
  parseMentions(fitDraft(translated, room, new Map()).content ?? "");

/** Texts that mention somebody here if nothing is done about it, in surroundings that may undo what is done. */
const fake = fc
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
const address = fc.constantFrom("https://a.b/@everyone", "https://a.b/?q=@online)@everyone", undefined);

describe("what only looks like a mention tells nobody", () => {
  test("anywhere in a message for Slack", () => {
    const piece = fc.record({
      type: fc.constantFrom("text", "link", "emoji", "date"),
      text: fake,
      url: address,
      name: fake,
      fallback: fake,
    });
    const section = fc.record({
      type: fc.constantFrom("rich_text_section", "rich_text_preformatted", "rich_text_quote"),
      elements: fc.array(piece, { maxLength: 3 }),
    });
    const words = fc.record({ type: fc.constantFrom("mrkdwn", "plain_text"), text: fake });
    const element = fc.record({
      type: fc.constantFrom("image", "button", "mrkdwn"),
      alt_text: fake,
      image_url: address,
      url: address,
      text: words,
    });
    const block = fc.oneof(
      fc.record({ type: fc.constant("rich_text"), elements: fc.array(section, { maxLength: 3 }) }),
      fc.record({ type: fc.constant("markdown"), text: fake }),
      fc.record({ type: fc.constant("image"), alt_text: fake, image_url: address, title: words }),
      fc.record({ type: fc.constant("video"), title: words, video_url: address }),
      fc.record({ type: fc.constantFrom("section", "header"), text: words, accessory: element }),
      fc.record({ type: fc.constant("actions"), elements: fc.array(element, { maxLength: 3 }) }),
    );
    const attachment = fc.record({
      author_name: fake,
      author_link: address,
      title: fake,
      text: fake,
      pretext: fake,
      footer: fake,
      image_url: address,
      fields: fc.array(fc.record({ title: fake, value: fake }), { maxLength: 2 }),
      actions: fc.array(fc.record({ text: fake, url: address }), { maxLength: 2 }),
    });
    const message = fc.record({
      text: fc.oneof(
        fake,
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
      { numRuns: 2_000 },
    );
  });

  test("nor in one for Discord that is to mention nobody", () => {
    const message = fc.record({
      content: fc
        .tuple(fake, fc.constantFrom("", `<@${own}>`, `<@&${own}>`, "@here"))
        .map((all) => all.join("")),
      embeds: fc.array(fc.record({ title: fake, image: fc.record({ url: address }) }), { maxLength: 3 }),
      components: fc.array(
        fc.record({
          type: fc.constantFrom(2, 10, 11),
          label: fake,
          url: address,
          content: fake,
          description: fake,
          media: fc.record({ url: address }),
        }),
        { maxLength: 3 },
      ),
    });
    fc.assert(
      fc.property(message, (payload) => {
        const allowed_mentions = { parse: [] };
        expect(mentionedBy(translateDiscord({ ...payload, allowed_mentions }))).toEqual(nobody);
      }),
      { numRuns: 2_000 },
    );
  });

  test("by pictures and buttons in one that may mention everyone", () => {
    const embeds = [{ title: "T", image: { url: "https://a.b/@everyone.png" } }];
    const components = [{ type: 2, label: "@everyone", url: "https://a.b/@online" }];
    expect(mentionedBy(translateDiscord({ embeds, components }))).toEqual(nobody);
  });

  test("nor in the names of files", () => {
    const { left } = sortFiles([{ filename: "@everyone" }], [], { embeds: 5, attachments: 0 });
    expect(left).toBe("(without \\@everyone)");
  });
});

test.each([
  ["a\\\\", "https://a.b/(c)", "[a](https://a.b/%28c%29)"],
  ["\\a [b]", "https://a.b/@everyone", "[\\a \\[b\\]](https://a.b/%40everyone)"],
  [`${"\\".repeat(300_000)}x`, "https://a.b", `[${"\\".repeat(300_000)}x](https://a.b)`],
])("a link cannot be ended from inside, however long it is", (label, address, expected) => {
  expect(link(label, address)).toBe(expected);
});
