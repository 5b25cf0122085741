import type { Config } from "../config/schema.ts";
import type { Clock } from "../platform/clock/clock.ts";
import { divideAmongNodes } from "../platform/counters/in-memory/divided.ts";
import { createInMemoryCounters } from "../platform/counters/in-memory/in-memory.ts";
import type { Counters, LimitCounters } from "../platform/counters/port.ts";
import type { Log } from "../platform/log/log.ts";

interface CounterDependencies {
  readonly clock: Clock;
  readonly log: Log;
  /** How many nodes serve the clients, this one included. */
  readonly liveNodes: () => number;
}

/** Opens the engines that the configuration asks for: decisions/0029 says which counts what. */
export async function openCounters(
  { cluster, redis_url, database_url, database }: Config,
  { clock, log, liveNodes }: CounterDependencies,
): Promise<LimitCounters> {
  const inMemory = createInMemoryCounters(clock);
  const own = cluster.enabled ? divideAmongNodes(inMemory, liveNodes) : inMemory;
  // Imported on demand, so that a single server starts faster.
  if (redis_url !== "") {
    const { RedisConnection } = await import("../platform/redis/client/connection.ts");
    const { createRedisCounters } = await import("../platform/counters/redis/redis.ts");
    return useForAll(createRedisCounters(await RedisConnection.open({ url: redis_url, log }), own));
  }
  if (!cluster.enabled) return useForAll(own);
  const { createPostgresCounters } = await import("../platform/counters/postgres/postgres.ts");
  const exact = createPostgresCounters({
    url: database_url,
    queryTimeoutMs: database.query_timeout_ms,
    onSweepFailed: (error) => log.error({ err: error }, "ended windows of rate limits could not be removed"),
  });
  return {
    exact,
    approximate: own,
    async close() {
      await Promise.all([exact.close(), own.close()]);
    },
  };
}

const useForAll = (counters: Counters): LimitCounters => ({
  exact: counters,
  approximate: counters,
  close: () => counters.close(),
});
