import { describe, expect, test } from "bun:test";
import { topic } from "../../visibility/announcement.ts";
import { loggedEvent, ReplayLog } from "./replay-log.ts";

describe("what was missed, from the log of events", () => {
  const channels = ["A", "B", "C"].map(topic.channel);
  const mine = new Set(channels.slice(0, 1));
  const commitsOf = (found: Iterable<{ readonly commit: number }>) => [...found].map(({ commit }) => commit);

  /** One event in each commit, in the channels in turn. */
  function logOf(events: number): ReplayLog {
    const log = new ReplayLog({ maxBytes: 1_000_000, keptMs: 1_000 });
    for (let commit = 0; commit < events; commit++) {
      const announcement = { name: "Event", payload: {}, topics: [channels[commit % 3] ?? topic.none] };
      log.add(loggedEvent({ commit, index: 0, announced: commit }, announcement, "{}"), 0);
    }
    return log;
  }

  test("is found by topic and by position, in order, if it is much", () => {
    const found = logOf(300).missed({ commit: 99, index: 0 }, () => mine, [{ commit: 200, index: 0 }]);
    const inChannel = Array.from({ length: 300 }, (_, commit) => commit).filter((commit) => commit % 3 === 0);
    expect(commitsOf(found)).toEqual(
      [...inChannel.filter((commit) => commit > 99), 200].sort((a, b) => a - b),
    );
  });

  test("is everything if it is little, and no topics are listed then", () => {
    const found = logOf(300).missed({ commit: 296, index: 0 }, () => {
      throw new Error("topics were listed");
    }, [{ commit: 298, index: 0 }]);
    expect(commitsOf(found)).toEqual([297, 298, 299]);
  });

  test.each([
    ["ASCII", "a", 1],
    ["other characters", "\u{1f600}", 4],
  ])("is kept while its bytes fit, in %s", (_, character, bytes) => {
    const log = new ReplayLog({ maxBytes: 1_000_000, keptMs: 1_000 });
    for (let commit = 0; commit < 3_000; commit++) {
      const announcement = { name: "Event", payload: {}, topics: [topic.none] };
      log.add(loggedEvent({ commit, index: 0, announced: commit }, announcement, character.repeat(1_000)), 0);
    }
    const kept = log.missed({ commit: 0, index: 0 }, () => new Set(), []).length * 1_000 * bytes;
    expect(kept).toBeLessThan(1_000_000);
    expect(kept).toBeGreaterThan(600_000);
  });
});
