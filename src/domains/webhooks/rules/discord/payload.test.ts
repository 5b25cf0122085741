import { describe, expect, test } from "bun:test";
import { parseMentions } from "../../../messages/index.ts";
import { translateDiscord } from "./payload.ts";

const [ada, bob, role] = ["A", "B", "C"].map((last) => `01H0000000000000000000000${last}`);
const everybody = `@everyone @here <@${ada}> <@${bob}> <@&${role}>`;

describe("whom a message for Discord mentions", () => {
  const mentioned = (allowed_mentions?: unknown) => {
    const { everyone, online, users, roles } = parseMentions(
      translateDiscord({ content: everybody, allowed_mentions }).content,
    );
    return { everyone, online, users, roles };
  };
  const nobody = { everyone: false, online: false, users: [], roles: [] };
  const all = { everyone: true, online: true, users: [ada, bob], roles: [role] };

  test.each([
    ["all, if nothing is said", undefined, all],
    ["all, if that is null", null, all],
    ["nobody", { parse: [] }, nobody],
    ["nobody, whatever it is", 7, nobody],
    ["everyone", { parse: ["everyone"] }, { ...nobody, everyone: true, online: true }],
    ["people", { parse: ["users"] }, { ...nobody, users: [ada, bob] }],
    ["roles", { parse: ["roles"] }, { ...nobody, roles: [role] }],
    ["one of them", { users: [ada, 7], roles: [] }, { ...nobody, users: [ada] }],
    ["a role", { parse: [], roles: [role] }, { ...nobody, roles: [role] }],
  ])("%s", (_, allowed, expected) => {
    expect(mentioned(allowed)).toEqual(expected as never);
  });

  test("nobody in code whose end gets lost, nor in what was without effect before", () => {
    const { content } = translateDiscord({
      content: "`@everyone` \\@everyone",
      allowed_mentions: { parse: [] },
    });
    expect(content).toBe("`\\@everyone` \\@everyone");
  });
});

test("only the flag against notifications counts", () => {
  expect(
    [0, 4, 4096, 4100, 2 ** 40, -1, 1.5, "4096", null].map((flags) => translateDiscord({ flags }).quiet),
  ).toEqual([false, false, true, true, false, true, false, false, false]);
});

test("there are ten embeds at most, and addresses lead to the web", () => {
  const embeds = Array.from({ length: 12 }, (_, at) => ({ title: at, url: "javascript:alert(1)" }));
  const { embeds: found, avatar } = translateDiscord({ embeds, avatar_url: "file:///etc/passwd" });
  expect(found.map(({ title }) => title)).toEqual(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
  expect([found[0]?.url, avatar]).toEqual([undefined, undefined]);
});
