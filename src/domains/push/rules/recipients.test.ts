import { expect, test } from "bun:test";
import { systemAuthor } from "../../messages/index.ts";
import { actorOf, isForEveryone } from "./recipients.ts";

test("the user who did what a message reports", () => {
  expect(actorOf({ author: "ann" })).toBe("ann");
  const system = { author: systemAuthor };
  expect(actorOf({ ...system, system: { type: "user_added", id: "bob", by: "ann" } })).toBe("ann");
  expect(actorOf({ ...system, system: { type: "channel_ownership_changed", from: "ann", to: "bob" } })).toBe(
    "ann",
  );
  expect(actorOf({ ...system, system: { type: "user_left", id: "bob" } })).toBe(systemAuthor);
});

test("one flag alone mentions everyone", () => {
  expect(
    [undefined, 0, 2, 4, 8, 12].map((flags) => isForEveryone(flags === undefined ? {} : { flags })),
  ).toEqual([false, false, false, true, false, true]);
});
