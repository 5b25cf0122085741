import { LRUCache } from "lru-cache";

const interned = new LRUCache<string, string>({ max: 100_000 });

/**
 * Returns the same string object for equal ids. Every Ready reads ids from the database anew, and with many connections
 * the copies would take most of the memory.
 */
export function internString(id: string): string {
  const existing = interned.get(id);
  if (existing !== undefined) return existing;
  interned.set(id, id);
  return id;
}
