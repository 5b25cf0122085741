import { describe, expect, test } from "bun:test";
import { isWanted } from "./wanted.ts";

const now = 1_000_000;
const talk = { channelId: "talk", serverId: undefined };
const room = { channelId: "room", serverId: "place" };
const wants = (
  settings: unknown,
  saying: { channelId: string; serverId: string | undefined },
  mentioned = false,
) => isWanted(JSON.stringify(settings), { ...saying, mentioned }, now);

describe("what people want to be told", () => {
  test("is, where they have said nothing, everything in conversations and mentions in servers", () => {
    expect(isWanted(undefined, { ...talk, mentioned: false }, now)).toBe(true);
    expect(isWanted(undefined, { ...room, mentioned: false }, now)).toBe(false);
    expect(isWanted(undefined, { ...room, mentioned: true }, now)).toBe(true);
  });

  test.each([
    ["all", true, true],
    ["mention", false, true],
    ["none", false, false],
    ["muted", false, false],
  ])("is %s if they say so, of a channel or its server", (state, plain, mentioned) => {
    expect([
      wants({ channel: { talk: state } }, talk),
      wants({ channel: { talk: state } }, talk, true),
    ]).toEqual([plain, mentioned]);
    expect([
      wants({ server: { place: state } }, room),
      wants({ server: { place: state } }, room, true),
    ]).toEqual([plain, mentioned]);
  });

  test("a channel goes before its server, and others are not meant", () => {
    expect(wants({ server: { place: "none" }, channel: { room: "all" } }, room)).toBe(true);
    expect(wants({ server: { place: "all" }, channel: { room: "none" } }, room, true)).toBe(false);
    expect(wants({ server: { other: "none" }, channel: { other: "none" } }, room, true)).toBe(true);
    expect(wants({ server: { talk: "none" } }, talk)).toBe(true);
  });

  test("what is muted is silent, until its time is over", () => {
    for (const mute of [{}, { until: 0 }, { until: null }, { until: now + 1 }]) {
      expect(wants({ channel_mutes: { room: mute }, channel: { room: "all" } }, room, true)).toBe(false);
      expect(wants({ server_mutes: { place: mute }, channel: { room: "all" } }, room, true)).toBe(false);
      expect(wants({ channel_mutes: { talk: mute } }, talk, true)).toBe(false);
    }
    expect(wants({ channel_mutes: { room: { until: now } } }, room, true)).toBe(true);
    expect(wants({ channel_mutes: { room: false }, server_mutes: { place: null } }, room, true)).toBe(true);
  });

  test.each(["", "{", "null", "7", '"text"', "[]", '{"channel":null,"server":3}', '{"channel":{"talk":{}}}'])(
    "is the usual where the setting makes no sense (%s)",
    (setting) => expect(isWanted(setting, { ...talk, mentioned: false }, now)).toBe(true),
  );

  test("is not found where nobody wrote it", () => {
    for (const channelId of ["toString", "__proto__", "constructor"])
      expect(isWanted("{}", { channelId, serverId: channelId, mentioned: true }, now)).toBe(true);
  });
});
