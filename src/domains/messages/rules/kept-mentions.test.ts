import { describe, expect, test } from "bun:test";
import { gatherMentioned, keepMentions, type MentionPlace } from "./kept-mentions.ts";

const ids = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);

describe("whom a message may mean", () => {
  test("is each once, the first ones first, and those of the text before those who are answered", () => {
    expect(gatherMentioned(["b", "a", "b"], ["c", "a", "c"])).toEqual(["b", "a", "c"]);
    expect(gatherMentioned(["a"])).toEqual(["a"]);
    expect(gatherMentioned([], [])).toEqual([]);
  });

  test("is a thousand at most", () => {
    expect(gatherMentioned(ids(5_000), ["x"])).toEqual(ids(1_000));
    expect(gatherMentioned([...ids(999), ...ids(999)], ["x", "y"])).toEqual([...ids(999), "x"]);
  });
});

describe("whom a message mentions", () => {
  const sees = (user: string) => user !== "blind";
  test.each<[place: MentionPlace, mentioned: string[], kept: string[]]>([
    [{ kind: "SavedMessages" }, ["me"], []],
    [{ kind: "DirectMessage", recipients: ["me", "you"] }, ["you", "them", "me", "you"], ["you", "me"]],
    [{ kind: "DirectMessage", recipients: ["me", "you"] }, [], []],
    [{ kind: "Group", recipients: [] }, ["you"], []],
    [{ kind: "Group", recipients: ["a", "b", "c"] }, ["c", "x", "a"], ["c", "a"]],
    [{ kind: "TextChannel", sees }, ["b", "blind", "a", "b"], ["b", "a"]],
    [{ kind: "TextChannel", sees: () => false }, ["a"], []],
  ])("in %j", (place, mentioned, kept) => {
    expect(keepMentions(place, mentioned)).toEqual(kept);
  });

  test("is not asked for more than a thousand", () => {
    const asked: string[] = [];
    keepMentions({ kind: "TextChannel", sees: (user) => asked.push(user) > 0 }, ids(5_000));
    expect(asked).toEqual(ids(1_000));
  });
});
