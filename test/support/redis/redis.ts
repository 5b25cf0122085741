import { describe } from "bun:test";
import { findRedis } from "../install/redis-program.ts";

export { startRedis, type TestRedis } from "./redis-process.ts";

export const redisProgram = findRedis();
if (!redisProgram) {
  if (process.env.CI) throw new Error("Valkey or Redis is needed and could not be installed");
  console.log("skipped: Redis, as neither it nor Valkey is on this machine or could be installed");
}

/** For tests that need Redis. */
export const describeRedis = describe.skipIf(!redisProgram);
