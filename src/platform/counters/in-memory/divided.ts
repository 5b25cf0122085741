import type { Counters } from "../port.ts";

/**
 * Counts on each node separately, and allows each node its share of the limit. Shares are rounded up, so that every
 * node allows at least one call: N nodes together allow less than N calls more than the limit.
 */
export function divideAmongNodes(counters: Counters, liveNodes: () => number): Counters {
  return {
    take: (key, limit, windowMs) => counters.take(key, Math.ceil(limit / Math.max(1, liveNodes())), windowMs),
    close: () => counters.close(),
  };
}
