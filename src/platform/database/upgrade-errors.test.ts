import { expect, test } from "bun:test";
import { UpgradeFailed } from "./upgrade-errors.ts";

test("a failed upgrade says why, whatever was thrown, and what became of the database", () => {
  const failure = { from: 3, to: 5, during: "step 4 (polls)", present: 3, snapshot: undefined };
  const why = "The upgrade of the database from version 3 to 5 failed during step 4 (polls): no such table. ";
  for (const cause of [new Error("no such table."), "no such table"])
    expect(new UpgradeFailed(failure, cause).message).toStartWith(`${why}Nothing was changed`);
  expect(new UpgradeFailed({ ...failure, present: 5 }, new Error("late")).message).toContain("nevertheless");
  expect(new UpgradeFailed(failure, Object.assign(new Error("full"), { code: "ENOSPC" })).causeCode).toBe(
    "ENOSPC",
  );
});
