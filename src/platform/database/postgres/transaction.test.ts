import { expect, test } from "bun:test";
import { parseSnapshot } from "./transaction.ts";

test("a snapshot includes the transactions that were committed", () => {
  const includes = parseSnapshot("10:15:11,13");
  const seen = ["9", "10", "11", "12", "13", "14", "15", "16"].filter(includes);
  expect(seen).toEqual(["9", "10", "12", "14"]);
});

test("transaction ids beyond 32 and 53 bits", () => {
  const includes = parseSnapshot("9007199254740993:9007199254740993:");
  expect([includes("9007199254740992"), includes("9007199254740993")]).toEqual([true, false]);
});
