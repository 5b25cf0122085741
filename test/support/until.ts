const patienceMs = 10_000;

/** Looks again and again until something holds. How long it looks is a bound, not an expectation. */
export async function until(holds: () => unknown): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > giveUpAt) throw new Error(`never came to be: ${holds}`);
    await Bun.sleep(1);
  }
}
