import { expect, test } from "bun:test";
import { systemAuthor } from "../../messages/index.ts";
import { actorOf, isForAll, isTold } from "./addressees.ts";

test("who did what a message says", () => {
  expect(actorOf({ author: "ann" })).toBe("ann");
  const system = { author: systemAuthor };
  expect(actorOf({ ...system, system: { type: "user_added", id: "bob", by: "ann" } })).toBe("ann");
  expect(actorOf({ ...system, system: { type: "channel_ownership_changed", from: "ann", to: "bob" } })).toBe(
    "ann",
  );
  expect(actorOf({ ...system, system: { type: "user_left", id: "bob" } })).toBe(systemAuthor);
});

test("what the server says and is told", () => {
  expect(isTold({ type: "user_added", id: "bob", by: "ann" })).toBe(true);
  expect(isTold({ type: "user_joined", id: "bob" })).toBe(false);
  expect(isTold({ type: "call_started", by: "ann", finished_at: null })).toBe(false);
});

test("everyone is meant by one flag alone", () => {
  expect([undefined, 0, 2, 4, 8, 12].map((flags) => isForAll(flags === undefined ? {} : { flags }))).toEqual([
    false,
    false,
    false,
    true,
    false,
    true,
  ]);
});
