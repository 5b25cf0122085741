import { expect, test } from "bun:test";
import { message, otto, robot, snowflakeAt } from "../../test/support/imports/discord-export.ts";
import { ImportProblems } from "../problems.ts";
import { readMessage } from "./export-schema.ts";
import { mapMessage } from "./map-message.ts";

/** Maps a message with these embeds; returns the addresses of the embeds that are kept, and the problems. */
function mapWith(author: typeof otto, content: string, ...embeds: object[]) {
  const problems = new ImportProblems();
  const source = { name: "general.json", line: 7 };
  const mapped = mapMessage(readMessage(message(snowflakeAt(1), author, content, { embeds }), source), {
    channelId: "CHANNEL",
    file: { path: "/export/general.json", name: source.name, root: "/export", bytes: 1 },
    line: source.line,
    ids: {
      user: () => "USER",
      claimedFrom: () => undefined,
      role: () => undefined,
      channel: () => undefined,
      emoji: () => undefined,
      link: () => undefined,
    },
    isFormatted: false,
    knownName: () => undefined,
    problems,
  });
  return {
    taken: mapped?.embeds.map(({ embed }) => embed.type === "Text" && embed.url),
    problems: problems.rows(),
  };
}

const embed = (url: string) => ({ title: "A title", url });
const where = "general.json:7";
const leftOut = (url: string) => [
  { problem: "Previews of links are left out", count: 1, examples: `${where} (${url})` },
];

test.each([
  ["https://a.example/x", "https://a.example/x"],
  ["See (https://a.example/x).", "https://a.example/x"],
  ["https://a.example", "https://a.example/"],
  ["> https://a.example/x#part", "https://a.example/x"],
  ["[text](https://a.example/x)", "https://a.example/x#part"],
])("in %j, the preview of %s is left out and counted", (content, url) => {
  expect(mapWith(otto, content, embed(url))).toEqual({ taken: [], problems: leftOut(url) });
  expect(mapWith(robot, content, embed(url))).toEqual({ taken: [url], problems: [] });
});

test.each([
  ["https://a.example/xyz", "https://a.example/x"],
  ["https://a.example/x.html", "https://a.example/x"],
  ["https://a.example/x?a=1", "https://a.example/x"],
  ["https://b.example/?to=https://a.example", "https://a.example"],
])("in %j, the embed of %s is kept", (content, url) => {
  expect(mapWith(otto, content, embed(url))).toEqual({ taken: [url], problems: [] });
});

test("an embed that has nothing to show is counted", () => {
  const { taken, problems } = mapWith(robot, "x", { color: "#ff0000" });
  expect(taken).toEqual([]);
  expect(problems).toEqual([{ problem: "The embed has no text and no image", count: 1, examples: where }]);
});
