/**
 * How long tests wait for what must happen: a bound for a busy machine, not an expectation. It is less than the minute
 * that `npm test` gives a test, so that the error says what did not happen.
 */
export const patienceMs = 50_000;

/** Polls until the condition holds. */
export async function until(holds: () => unknown): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`did not hold in time: ${holds}`);
    await Bun.sleep(1);
  }
}
