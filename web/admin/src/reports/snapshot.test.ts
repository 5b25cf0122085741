import { expect, test } from "bun:test";
import { timeOfId } from "./snapshot.ts";

test("an id tells its time", () => {
  expect(timeOfId("01ARZ3NDEKTSV4RRFFQ69G5FAV")).toBe("2016-07-30T23:54:10.259Z");
});
