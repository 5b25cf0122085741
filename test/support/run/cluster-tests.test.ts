import { expect, test } from "bun:test";
import { clusterTests, redisTests } from "./cluster-tests.ts";
import { matchTests } from "./split-test-files.ts";

test("every path of the tests on several nodes holds tests", () => {
  expect(matchTests([...clusterTests, ...redisTests]).unmatched).toEqual([]);
});
