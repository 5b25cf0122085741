import { expect, test } from "bun:test";
import { clusterTests, redisTests } from "./cluster-tests.ts";
import { matchTests } from "./match-tests.ts";

test("every path of the tests on several nodes holds tests", () => {
  expect(matchTests([...clusterTests, ...redisTests]).unmatched).toEqual([]);
});
