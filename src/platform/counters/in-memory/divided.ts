import type { Counters } from "../port.ts";

/**
 * Counts on each node for itself, and allows each its part of the limit. Parts are rounded up, so that every node allows
 * a call: N nodes together allow less than N calls more than the limit.
 */
export function divideAmongNodes(counters: Counters, liveNodes: () => number): Counters {
  return {
    take: (key, limit, windowMs) => counters.take(key, Math.ceil(limit / Math.max(1, liveNodes())), windowMs),
    close: () => counters.close(),
  };
}
