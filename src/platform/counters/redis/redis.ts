import { type RedisConnection, RedisScript } from "../../redis/client/connection.ts";
import type { Allowance, Counters } from "../port.ts";

const prefix = "ermine:counters:";

/** A window is a key that expires by Redis's clock, so the clocks of the nodes do not matter. */
const takeScript = new RedisScript(`
local limit, windowMs = tonumber(ARGV[1]), tonumber(ARGV[2])
local used, leftMs = tonumber(redis.call("get", KEYS[1])), redis.call("pttl", KEYS[1])
if not used or leftMs < 0 then
  used, leftMs = 0, windowMs
  redis.call("set", KEYS[1], 0, "px", windowMs)
end
local allowed = used < limit
if allowed then used = redis.call("incr", KEYS[1]) end
return {allowed and 1 or 0, math.max(0, limit - used), math.max(1, leftMs)}
`);

/** Counts in Redis, for all nodes together; while Redis is absent, in the other counters. */
export function createRedisCounters(redis: RedisConnection, whileAbsent: Counters): Counters {
  async function takeInRedis(key: string, limit: number, windowMs: number): Promise<Allowance> {
    const args = [String(limit), String(windowMs)];
    const reply = await redis.run(takeScript, `${prefix}${windowMs}:${key}`, args);
    const [allowed, remaining, resetAfterMs] = reply as [number, number, number];
    return { allowed: allowed === 1, remaining, resetAfterMs };
  }

  return {
    take(key, limit, windowMs) {
      if (!redis.isUp) return whileAbsent.take(key, limit, windowMs);
      return takeInRedis(key, limit, windowMs).catch(() => whileAbsent.take(key, limit, windowMs));
    },
    async close() {
      redis.close();
      await whileAbsent.close();
    },
  };
}
