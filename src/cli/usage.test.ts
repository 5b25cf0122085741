import { expect, test } from "bun:test";
import { longestMatch } from "./usage.ts";

test("of several commands that the words begin with, the longest one is meant", () => {
  const candidates = [["doctor"], ["doctor", "outside"], ["doctor", "inside"]].map((words) => ({
    words,
    args: [],
    doc: "",
  }));
  for (const order of [candidates, candidates.toReversed()]) {
    expect(longestMatch(order, ["doctor", "outside", "--json"])?.words).toEqual(["doctor", "outside"]);
    expect(longestMatch(order, ["doctor", "--json"])?.words).toEqual(["doctor"]);
    expect(longestMatch(order, ["serve"])).toBeUndefined();
  }
});
