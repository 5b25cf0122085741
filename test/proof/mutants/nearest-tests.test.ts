import { expect, test } from "bun:test";
import { nearestFirst } from "./nearest-tests.ts";

test("tests next to a source come first, then those with words of its path, then the fast ones", () => {
  const tests = [
    "./test/convergence/operations.test.ts",
    "./test/api/servers/bans.test.ts",
    "./test/api/voice/joining-calls.test.ts",
    "./test/voice/doctor.test.ts",
    "./src/domains/voice/rules/room.test.ts",
  ];
  expect(nearestFirst("src/domains/voice/rules/join-call.ts", tests)).toEqual([
    "./src/domains/voice/rules/room.test.ts",
    "./test/api/voice/joining-calls.test.ts",
    "./test/voice/doctor.test.ts",
    "./test/api/servers/bans.test.ts",
    "./test/convergence/operations.test.ts",
  ]);
});
