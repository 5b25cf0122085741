import { describe, expect, test } from "bun:test";
import { allNamedBits, bitsetOf } from "../../src/permissions/bits.ts";
import { timeOfId } from "../../src/platform/ids/ids.ts";
import { permissionsOf } from "./permissions.ts";
import { type ImportedIds, rewriteContent, rewriteFormatted } from "./rewrite-content.ts";
import { importedId, timeOfSnowflake } from "./snowflakes.ts";

const only = (known: string, id: string) => (snowflake: string) => (snowflake === known ? id : undefined);
const ids: ImportedIds = {
  claimedFrom: () => undefined,
  user: only("1", "USER"),
  role: only("2", "ROLE"),
  channel: only("3", "CHANNEL"),
  emoji: only("4", "EMOJI"),
  link: (guild, channel, message) => (guild === "9" ? `here/${channel}/${message}` : undefined),
};

describe("texts of messages", () => {
  test.each([
    ["<@1> <@!1> <@&2> <#3>", "<@USER> <@USER> <%ROLE> <#CHANNEL>"],
    ["<@7> <@&7> <#7>", "@unknown @unknown-role #unknown"],
    ["<:Otter:4> <a:Otter:4> <:Gone:5> <a:Gone:5>", ":EMOJI: :EMOJI: :Gone: :Gone:"],
    ["</ban user:5> <t:1600000000:F>", "/ban user <t:1600000000:F>"],
    [
      "https://discord.com/channels/9/3/8 https://discord.com/channels/5/3/8",
      "here/3/8 https://discord.com/channels/5/3/8",
    ],
    ["a < b, <3, <@> and \0", "a < b, <3, <@> and "],
  ])("%p becomes %p", (text, expected) => {
    expect(rewriteContent(text, ids)).toBe(expected);
  });

  test("take the same time for each character, whatever they hold", () => {
    const hostile = "<@".repeat(30_000) + "<a:x".repeat(10_000) + "</".repeat(10_000);
    expect(rewriteContent(hostile, ids)).toBe(hostile);
  });

  test("of formatted exports find users and emoji by their names", () => {
    const named = {
      mentions: [
        { id: "1", name: "otto", nickname: "Otto" },
        { id: "7", name: "Ottokar", nickname: null },
      ],
      inlineEmojis: [{ id: "4", name: "Otter", code: "Otter" }],
    };
    expect(rewriteFormatted("@Otto and @otto: :Otter: $& @Ann", named, ids)).toBe(
      "<@USER> and <@USER>: :EMOJI: $& @Ann",
    );
  });
});

test("permissions are found by their meaning, and whoever may do everything on Discord may here", () => {
  expect(permissionsOf(String((1n << 10n) | (1n << 11n)))).toBe(bitsetOf("ViewChannel", "SendMessage"));
  expect(permissionsOf(String(1n << 40n))).toBe(bitsetOf("TimeoutMembers"));
  expect(permissionsOf("8")).toBe(allNamedBits);
  expect(permissionsOf("0")).toBe(0);
});

test("ids have the time of their snowflake, are the same each time, and differ by kind and snowflake", () => {
  const snowflake = "1519312230385057824";
  const id = importedId("message", snowflake);
  expect(id).toBe(importedId("message", snowflake));
  expect(timeOfId(id)).toBe(timeOfSnowflake(snowflake));
  expect(new Date(timeOfSnowflake(snowflake)).toISOString()).toBe("2026-06-24T12:04:23.180Z");
  const others = [importedId("channel", snowflake), importedId("message", String(BigInt(snowflake) + 1n))];
  expect(new Set([id, ...others]).size).toBe(3);
  expect(id < importedId("message", String(BigInt(snowflake) + 1n))).toBe(true);
});
