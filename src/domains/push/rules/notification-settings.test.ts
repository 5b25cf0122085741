import { describe, expect, test } from "bun:test";
import { isWanted } from "./notification-settings.ts";

const now = 1_000_000;
const talk = { channelId: "talk", serverId: undefined };
const deck = { channelId: "deck", serverId: "place" };
const wants = (
  settings: unknown,
  occasion: { channelId: string; serverId: string | undefined },
  mentioned = false,
) => isWanted(JSON.stringify(settings), { ...occasion, mentioned }, now);

describe("a notification", () => {
  test("is wanted by default of all messages in conversations, and of mentions in servers", () => {
    expect(isWanted(undefined, { ...talk, mentioned: false }, now)).toBe(true);
    expect(isWanted(undefined, { ...deck, mentioned: false }, now)).toBe(false);
    expect(isWanted(undefined, { ...deck, mentioned: true }, now)).toBe(true);
  });

  test.each([
    ["all", true, true],
    ["mention", false, true],
    ["none", false, false],
    ["muted", false, false],
  ])("is wanted as the setting %s of a channel or its server says", (state, plain, mentioned) => {
    expect([
      wants({ channel: { talk: state } }, talk),
      wants({ channel: { talk: state } }, talk, true),
    ]).toEqual([plain, mentioned]);
    expect([
      wants({ server: { place: state } }, deck),
      wants({ server: { place: state } }, deck, true),
    ]).toEqual([plain, mentioned]);
  });

  test("is wanted as its channel says before its server, and as no other says", () => {
    expect(wants({ server: { place: "none" }, channel: { deck: "all" } }, deck)).toBe(true);
    expect(wants({ server: { place: "all" }, channel: { deck: "none" } }, deck, true)).toBe(false);
    expect(wants({ server: { other: "none" }, channel: { other: "none" } }, deck, true)).toBe(true);
    expect(wants({ server: { talk: "none" } }, talk)).toBe(true);
  });

  test("is not wanted while the channel or server is muted", () => {
    for (const mute of [{}, { until: 0 }, { until: null }, { until: now + 1 }]) {
      expect(wants({ channel_mutes: { deck: mute }, channel: { deck: "all" } }, deck, true)).toBe(false);
      expect(wants({ server_mutes: { place: mute }, channel: { deck: "all" } }, deck, true)).toBe(false);
      expect(wants({ channel_mutes: { talk: mute } }, talk, true)).toBe(false);
    }
    expect(wants({ channel_mutes: { deck: { until: now } } }, deck, true)).toBe(true);
    expect(wants({ channel_mutes: { deck: false }, server_mutes: { place: null } }, deck, true)).toBe(true);
  });

  test.each(["", "{", "null", "7", '"text"', "[]", '{"channel":null,"server":3}', '{"channel":{"talk":{}}}'])(
    "is wanted as by default where the setting makes no sense (%s)",
    (setting) => expect(isWanted(setting, { ...talk, mentioned: false }, now)).toBe(true),
  );

  test("is not affected by properties of Object.prototype", () => {
    for (const channelId of ["toString", "__proto__", "constructor"])
      expect(isWanted("{}", { channelId, serverId: channelId, mentioned: true }, now)).toBe(true);
  });
});
