/** Looks again and again until something holds. How long it looks is a bound, not an expectation. */
export async function until(
  holds: () => unknown,
  what: string | (() => string) = () => String(holds),
): Promise<void> {
  const giveUpAt = performance.now() + 10_000;
  while (!(await holds())) {
    if (performance.now() > giveUpAt)
      throw new Error(`never came: ${typeof what === "string" ? what : what()}`);
    await Bun.sleep(1);
  }
}
