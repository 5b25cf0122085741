import { describe, expect, test } from "bun:test";
import { topic } from "../../visibility/announcement.ts";
import { type LoggedEvent, ReplayLog } from "./replay-log.ts";

describe("what was missed, from the log of events", () => {
  const channels = ["A", "B", "C"].map(topic.channel);
  const mine = new Set(channels.slice(0, 1));
  const positionsOf = (found: readonly LoggedEvent[]) => found.map(({ position }) => position);
  const eventAt = (position: number, packet = "{}") => ({
    position,
    topics: [channels[position % 3] ?? topic.none],
    author: undefined,
    packet,
  });

  /** Has events in the channels in turn. */
  function logOf(events: number): ReplayLog {
    const log = new ReplayLog({ maxBytes: 1_000_000, keptMs: 1_000 });
    for (let position = 0; position < events; position++) log.add(eventAt(position), 0);
    return log;
  }

  test("is found by topic and by position, in order, if it is much", () => {
    const found = logOf(300).missed(99, () => mine, new Set([200]));
    const all = Array.from({ length: 300 }, (_, position) => position);
    expect(positionsOf(found)).toEqual(
      all.filter((position) => position > 99 && (position % 3 === 0 || position === 200)),
    );
  });

  test("is everything if it is little, and no topics are listed then", () => {
    const found = logOf(300).missed(
      296,
      () => {
        throw new Error("topics were listed");
      },
      new Set([298]),
    );
    expect(positionsOf(found)).toEqual([297, 298, 299]);
  });

  test.each([
    ["ASCII", "a", 1],
    ["other characters", "\u{1f600}", 4],
  ])("is kept while its bytes fit, in %s", (_, character, bytes) => {
    const log = new ReplayLog({ maxBytes: 1_000_000, keptMs: 1_000 });
    const packet = character.repeat(1_000);
    for (let position = 0; position < 3_000; position++) log.add(eventAt(position, packet), 0);
    const kept = log.missed(0, () => new Set(), new Set()).length * 1_000 * bytes;
    expect(kept).toBeLessThan(1_000_000);
    expect(kept).toBeGreaterThan(600_000);
  });
});
