import { LRUCache } from "lru-cache";

/**
 * Keeps the entries that were used last, so many at most. With its option `max` instead, the library would reserve memory
 * for all of them at once.
 */
export function newLruCache<V extends {}>(entries: number): LRUCache<string, V> {
  return new LRUCache({ maxSize: entries, sizeCalculation: () => 1 });
}
