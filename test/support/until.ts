/**
 * How long tests wait for what must happen: a bound for a busy machine, not an expectation. It is less than the minute
 * that `npm test` gives a test, so that the error says what did not happen.
 */
export const patienceMs = 50_000;

/** Polls until the condition holds; the longer it takes the less often, since asking takes time from what is waited for. */
export async function until(holds: () => unknown): Promise<void> {
  const start = performance.now();
  while (!(await holds())) {
    const waitedMs = performance.now() - start;
    if (waitedMs > patienceMs) throw new Error(`did not hold in time: ${holds}`);
    await Bun.sleep(Math.max(1, Math.min(25, waitedMs / 20)));
  }
}
