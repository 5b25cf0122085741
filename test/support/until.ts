const timeoutMs = 10_000;

/** Polls until the condition holds. The timeout is a bound, not an expectation. */
export async function until(holds: () => unknown): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`did not hold in time: ${holds}`);
    await Bun.sleep(1);
  }
}
