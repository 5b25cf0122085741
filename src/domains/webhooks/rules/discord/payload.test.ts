import { describe, expect, test } from "bun:test";
import { parseMentions } from "../../../messages/index.ts";
import { translateDiscord } from "./payload.ts";

const [ada, bob, role] = ["A", "B", "C"].map((last) => `01H0000000000000000000000${last}`);
const allMentions = `@everyone @here <@${ada}> <@${bob}> <@&${role}>`;

describe("mentions in a Discord payload", () => {
  const mentioned = (allowed_mentions?: unknown) => {
    const { everyone, online, users, roles } = parseMentions(
      translateDiscord({ content: allMentions, allowed_mentions }).content,
    );
    return { everyone, online, users, roles };
  };
  const nobody = { everyone: false, online: false, users: [], roles: [] };
  const all = { everyone: true, online: true, users: [ada, bob], roles: [role] };

  test.each([
    ["all, without allowed_mentions", undefined, all],
    ["all, if it is null", null, all],
    ["nobody", { parse: [] }, nobody],
    ["nobody, if it is invalid", 7, nobody],
    ["everyone", { parse: ["everyone"] }, { ...nobody, everyone: true, online: true }],
    ["users", { parse: ["users"] }, { ...nobody, users: [ada, bob] }],
    ["roles", { parse: ["roles"] }, { ...nobody, roles: [role] }],
    ["a listed user", { users: [ada, 7], roles: [] }, { ...nobody, users: [ada] }],
    ["a listed role", { parse: [], roles: [role] }, { ...nobody, roles: [role] }],
  ])("%s", (_, allowed, expected) => {
    expect(mentioned(allowed)).toEqual(expected as never);
  });

  test("are escaped in code, and not escaped twice", () => {
    const { content } = translateDiscord({
      content: "`@everyone` \\@everyone",
      allowed_mentions: { parse: [] },
    });
    expect(content).toBe("`\\@everyone` \\@everyone");
  });
});

test("only the flag SUPPRESS_NOTIFICATIONS counts", () => {
  expect(
    [0, 4, 4096, 4100, 2 ** 40, -1, 1.5, "4096", null].map((flags) => translateDiscord({ flags }).quiet),
  ).toEqual([false, false, true, true, false, true, false, false, false]);
});

test("at most ten embeds are used, and only web URLs", () => {
  const embeds = Array.from({ length: 12 }, (_, at) => ({ title: at, url: "javascript:alert(1)" }));
  const { embeds: translated, avatar } = translateDiscord({ embeds, avatar_url: "file:///etc/passwd" });
  expect(translated.map(({ title }) => title)).toEqual(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
  expect([translated[0]?.url, avatar]).toEqual([undefined, undefined]);
});
