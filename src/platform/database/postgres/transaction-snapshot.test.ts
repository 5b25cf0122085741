import { expect, test } from "bun:test";
import { readTransactionSnapshot } from "./transaction-snapshot.ts";

test("PostgreSQL's description of a snapshot", () => {
  const includes = readTransactionSnapshot("10:15:11,13");
  const seen = ["9", "10", "11", "12", "13", "14", "15", "16"].filter(includes);
  expect(seen).toEqual(["9", "10", "12", "14"]);
});

test("a snapshot while nothing is running, beyond 32 and 53 bits", () => {
  const includes = readTransactionSnapshot("9007199254740993:9007199254740993:");
  expect([includes("9007199254740992"), includes("9007199254740993")]).toEqual([true, false]);
});
