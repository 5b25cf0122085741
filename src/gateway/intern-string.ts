const maxInterned = 100_000;
const interned = new Map<string, string>();

/**
 * Returns the same string object for equal ids. Every Ready reads ids from the database again, and with many connections
 * the copies would take most of the memory.
 */
export function internString(id: string): string {
  const existing = interned.get(id);
  if (existing !== undefined) return existing;
  // An entry that is lost costs only a second copy of its string.
  if (interned.size >= maxInterned) interned.clear();
  interned.set(id, id);
  return id;
}
