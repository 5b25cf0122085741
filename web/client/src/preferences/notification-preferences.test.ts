import { describe, expect, test } from "bun:test";
import { NotificationPreferences } from "./notification-preferences.ts";
import { fieldsOf, parseJson } from "./schemas.ts";

const inServer = { channelId: "c", serverId: "s" };
const inConversation = { channelId: "d", serverId: undefined };

const written = (table: Readonly<Record<string, unknown>>) => new NotificationPreferences(table);
const writtenAs = (table: unknown) => JSON.parse(JSON.stringify(table));

describe("notification preferences", () => {
  test("by default servers notify of mentions, conversations of everything", () => {
    const preferences = written({});
    expect(preferences.isWanted(inServer, false, 0)).toBe(false);
    expect(preferences.isWanted(inServer, true, 0)).toBe(true);
    expect(preferences.isWanted(inConversation, false, 0)).toBe(true);
  });

  test("a channel's level goes before its server's", () => {
    const preferences = written({ server: { s: "none" }, channel: { c: "all" } });
    expect(preferences.isWanted(inServer, false, 0)).toBe(true);
    expect(preferences.isWanted({ channelId: "other", serverId: "s" }, true, 0)).toBe(false);
  });

  test("older clients write `muted` for none", () => {
    expect(written({ channel: { c: "muted" } }).level(inServer)).toBe("none");
  });

  test("mutes end at their time, or never", () => {
    const preferences = written({ channel_mutes: { d: { until: 1000 } }, server_mutes: { s: {} } });
    expect(preferences.isWanted(inConversation, true, 999)).toBe(false);
    expect(preferences.isWanted(inConversation, true, 1000)).toBe(true);
    expect(preferences.isWanted(inServer, true, 1e15)).toBe(false);
  });

  test("changes leave alone what other clients wrote", () => {
    const before = { server: { x: "all" }, unknown: [1, { two: 3 }], channel_mutes: { c: {} } };
    expect(writtenAs(written(before).withLevel("server", "s", "none"))).toEqual({
      ...before,
      server: { x: "all", s: "none" },
    });
    expect(writtenAs(written(before).withMute("channel", "c", undefined))).toEqual({
      ...before,
      channel_mutes: {},
    });
    expect(writtenAs(written(before).withMute("server", "s", 5))).toEqual({
      ...before,
      server_mutes: { s: { until: 5 } },
    });
  });

  test.each(["", "null", "[]", "7", "{", '{"server":7,"channel":null}', '{"channel":{"c":{}}}'])(
    "the text %p counts as empty",
    (text) => {
      const preferences = written(fieldsOf(parseJson(text)));
      expect(preferences.level(inServer)).toBe("mention");
      expect(preferences.chosen("channel", "constructor")).toBeUndefined();
    },
  );
});

test("a mute tells when it ends", () => {
  const mutes = {
    channel_mutes: { ever: {}, zero: { until: 0 }, later: { until: 200 }, over: { until: 50 } },
  };
  const preferences = written(mutes);
  const ends = ["ever", "zero", "later", "over", "none"].map((id) =>
    preferences.mutedUntil("channel", id, 100),
  );
  expect(ends).toEqual([0, 0, 200, undefined, undefined]);
});
