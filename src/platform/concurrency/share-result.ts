/** So that a caller learns soon that what had failed works again. */
const maxFailureAgeMs = 1_000;

/**
 * Lets callers share the result of a run: those that come while it runs, and those within `maxAgeMs` after its end. So
 * nobody can cause more work by asking more often. A failure is shared too, for a second at most.
 */
export function shareResult<T>(maxAgeMs: number, run: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined;
  let expiresAt = 0;
  const keepFor = (ms: number) => () => {
    expiresAt = performance.now() + ms;
  };
  return () => {
    if (current && performance.now() < expiresAt) return current;
    expiresAt = Number.POSITIVE_INFINITY;
    current = run();
    current.then(keepFor(maxAgeMs), keepFor(Math.min(maxAgeMs, maxFailureAgeMs)));
    return current;
  };
}
