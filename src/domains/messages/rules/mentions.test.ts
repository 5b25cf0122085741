import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { amount } from "../../../../test/support/run/is-thorough.ts";
import {
  collectMentioned,
  filterMentioned,
  type MentionScope,
  type Mentions,
  parseMentions,
} from "./mentions.ts";

const a = "01HZZZZZZZZZZZZZZZZZZZZZZA";
const b = "01HZZZZZZZZZZZZZZZZZZZZZZB";
const z = "Z".repeat(26);
const nobody: Mentions = { users: [], roles: [], everyone: false, online: false };

const withMentions: readonly [content: string, mentions: Partial<Mentions>][] = [
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

const withoutMentions: readonly string[] = [
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
  test.each(withMentions)("are parsed in %j", (content, mentions) => {
    expect(parseMentions(content)).toEqual({ ...nobody, ...mentions });
  });

  test.each(withoutMentions)("are not parsed in %j", (content) => {
    expect(parseMentions(content)).toEqual(nobody);
  });

  test("are those outside of code", () => {
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
      { numRuns: amount(1_000, 5_000) },
    );
  });

  // Anything slower than linear time would not finish here.
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

  test("have no maximum number", () => {
    const ids = Array.from({ length: 100_000 }, (_, index) => `${index}`.padStart(26, "0"));
    expect(parseMentions(ids.map((id) => `<@${id}>`).join("")).users).toEqual(ids);
  });
});

const ids = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);

describe("collected mentions", () => {
  test("have no duplicates, and the users of the text come before the authors replied to", () => {
    expect(collectMentioned(["b", "a", "b"], ["c", "a", "c"])).toEqual(["b", "a", "c"]);
    expect(collectMentioned(["a"])).toEqual(["a"]);
    expect(collectMentioned([], [])).toEqual([]);
  });

  test("are a thousand at most", () => {
    expect(collectMentioned(ids(5_000), ["x"])).toEqual(ids(1_000));
    expect(collectMentioned([...ids(999), ...ids(999)], ["x", "y"])).toEqual([...ids(999), "x"]);
  });
});

describe("mentioned users who can read the channel", () => {
  const canView = (user: string) => user !== "blind";
  test.each<[scope: MentionScope, mentioned: string[], readers: string[]]>([
    [{ kind: "SavedMessages" }, ["me"], []],
    [{ kind: "DirectMessage", recipients: ["me", "you"] }, ["you", "them", "me", "you"], ["you", "me"]],
    [{ kind: "DirectMessage", recipients: ["me", "you"] }, [], []],
    [{ kind: "Group", recipients: [] }, ["you"], []],
    [{ kind: "Group", recipients: ["a", "b", "c"] }, ["c", "x", "a"], ["c", "a"]],
    [{ kind: "TextChannel", canView }, ["b", "blind", "a", "b"], ["b", "a"]],
    [{ kind: "TextChannel", canView: () => false }, ["a"], []],
  ])("in %j", (scope, mentioned, readers) => {
    expect(filterMentioned(scope, mentioned)).toEqual(readers);
  });

  test("are looked up for the first thousand only", () => {
    const checked: string[] = [];
    filterMentioned({ kind: "TextChannel", canView: (user) => checked.push(user) > 0 }, ids(5_000));
    expect(checked).toEqual(ids(1_000));
  });
});

/** A second implementation, which cuts out one span after the other. */
function withoutCode(text: string): string {
  const markers = [...text.matchAll(/`{1,3}/g)];
  for (const [place, { 0: opening, index }] of markers.entries()) {
    const closing = markers.slice(place + 1).find(({ 0: ticks }) => ticks === opening);
    if (closing === undefined || text[index - 1] === "\\") continue;
    return `${text.slice(0, index)} ${withoutCode(text.slice(closing.index + opening.length))}`;
  }
  return text;
}
