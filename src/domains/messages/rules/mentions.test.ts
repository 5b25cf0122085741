import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Mentions, parseMentions } from "./mentions.ts";

const a = "01HZZZZZZZZZZZZZZZZZZZZZZA";
const b = "01HZZZZZZZZZZZZZZZZZZZZZZB";
const z = "Z".repeat(26);
const nobody: Mentions = { users: [], roles: [], everyone: false, online: false };

const heard: readonly [content: string, mentions: Partial<Mentions>][] = [
  [`<@${a}>`, { users: [a] }],
  [`hi <@${b}>, <@${a}> and <@${b}>!`, { users: [b, a] }],
  [`<%${a}><%${b}><%${a}>`, { roles: [a, b] }],
  [`<@${a}><%${a}>@everyone@online`, { users: [a], roles: [a], everyone: true, online: true }],
  ["@everyone", { everyone: true }],
  ["foo@everyonebar", { everyone: true }],
  ["@@online", { online: true }],
  [`<@<@${z}>>`, { users: [z] }],
  ["<@@everyone>", { everyone: true }],
  ["`@everyone", { everyone: true }],
  ["``@everyone", { everyone: true }],
  ["```@everyone", { everyone: true }],
  ["```js\n@everyone", { everyone: true }],
  ["`@everyone``", { everyone: true }],
  ["``@everyone`", { everyone: true }],
  ["```@everyone``", { everyone: true }],
  ["``@everyone```", { everyone: true }],
  ["`@everyone` @online", { online: true }],
  ["`a` @everyone `b`", { everyone: true }],
  ["``````@everyone", { everyone: true }],
  ["```a```@everyone", { everyone: true }],
  ["`` ` `` @everyone `", { everyone: true }],
  ["\\a @everyone", { everyone: true }],
  ["\\ @everyone", { everyone: true }],
  ["\\@everyone @everyone", { everyone: true }],
  ["\\`@everyone`", { everyone: true }],
  ["\\```@everyone```", { everyone: true }],
  ["`a\\`@everyone`", { everyone: true }],
  [`\\<@${a}><@${b}>`, { users: [b] }],
];

const unheard: readonly string[] = [
  "",
  "everyone online",
  "@Everyone @EVERYONE @every one @on-line",
  `<@${a.slice(1)}>`,
  `<@${a}0>`,
  `<@${a.toLowerCase()}>`,
  `<@ ${a}>`,
  `<@${a}`,
  `@${a}>`,
  `<#${a}>`,
  `:${a}:`,
  ...[..."ILOU"].map((letter) => `<@${letter.repeat(26)}>`),
  "`@everyone`",
  "``@everyone``",
  "```@everyone```",
  "````@everyone````",
  "```js\n@everyone\n```",
  "`` ` @everyone ``",
  "`\n@everyone\n`",
  "```a`@everyone``b```",
  `\`<@${a}> <%${a}> @online\``,
  "\\@everyone",
  "\\\\@everyone",
  `\\<@${a}>\\<%${b}>`,
];

describe("mentions", () => {
  test.each(heard)("are heard in %j", (content, mentions) => {
    expect(parseMentions(content)).toEqual({ ...nobody, ...mentions });
  });

  test.each(unheard)("are not heard in %j", (content) => {
    expect(parseMentions(content)).toEqual(nobody);
  });

  test("are those of the text without its code", () => {
    const piece = fc.constantFrom(
      "`",
      "``",
      "```",
      "\\",
      "x",
      "\n",
      "@everyone",
      "@online",
      `<@${a}>`,
      `<%${b}>`,
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const content = pieces.join("");
        const rest = withoutCode(content);
        const found = (text: string) => new RegExp(`(?<!\\\\)${text}`).test(rest);
        expect(parseMentions(content)).toEqual({
          users: found(`<@${a}>`) ? [a] : [],
          roles: found(`<%${b}>`) ? [b] : [],
          everyone: found("@everyone"),
          online: found("@online"),
        });
      }),
      { numRuns: 5_000 },
    );
  });

  // Anything worse than linear would not come to an end here.
  test.each(["`", "``x", "`x``y```z", "<@", `<@${z}`, `<@${z}>`, "\\", "\\`", "@everyon", "@everyone"])(
    "are found in five million characters of %j",
    (piece) => {
      const content = piece.repeat(5_000_000 / piece.length);
      const { users, everyone } = parseMentions(content);
      expect({ users, everyone }).toEqual({
        users: piece === `<@${z}>` ? [z] : [],
        everyone: piece === "@everyone",
      });
    },
  );

  test("of many are all there", () => {
    const ids = Array.from({ length: 100_000 }, (_, index) => `${index}`.padStart(26, "0"));
    expect(parseMentions(ids.map((id) => `<@${id}>`).join("")).users).toEqual(ids);
  });
});

/** The same again by cutting out one span after the other. */
function withoutCode(text: string): string {
  const markers = [...text.matchAll(/`{1,3}/g)];
  for (const [place, { 0: opening, index }] of markers.entries()) {
    const closing = markers.slice(place + 1).find(({ 0: ticks }) => ticks === opening);
    if (closing === undefined || text[index - 1] === "\\") continue;
    return `${text.slice(0, index)} ${withoutCode(text.slice(closing.index + opening.length))}`;
  }
  return text;
}
