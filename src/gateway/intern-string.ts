const mostKnown = 100_000;
const known = new Map<string, string>();

/**
 * The same string object for the same id. Ids are read from the database once for everybody who sees them, and
 * with many connections those copies would be most of the memory.
 */
export function internString(id: string): string {
  const same = known.get(id);
  if (same !== undefined) return same;
  // Only a saving: starting anew now and then costs nothing but some copies.
  if (known.size >= mostKnown) known.clear();
  known.set(id, id);
  return id;
}
