import { systemClock } from "../../../src/platform/clock/clock.ts";
import { divideAmongNodes } from "../../../src/platform/counters/in-memory/divided.ts";
import { createInMemoryCounters } from "../../../src/platform/counters/in-memory/in-memory.ts";
import { createRedisCounters } from "../../../src/platform/counters/redis/redis.ts";
import { createLog } from "../../../src/platform/log/log.ts";
import { RedisConnection } from "../../../src/platform/redis/client/connection.ts";

/** Counts a call of five as one of three nodes, and prints where it was counted. */
const [url = ""] = process.argv.slice(2);
const redis = await RedisConnection.open({ url, log: createLog("trace"), deadlineMs: 10_000 });
const counters = createRedisCounters(
  redis,
  divideAmongNodes(createInMemoryCounters(systemClock), () => 3),
);
const { allowed, remaining } = await counters.take("key", 5, 60_000);
console.error(`${redis.isUp ? "in Redis" : "absent"}: ${JSON.stringify({ allowed, remaining })}`);
process.exit(0);
