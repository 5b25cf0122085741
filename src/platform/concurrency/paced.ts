/** The longest pause after one transaction. */
export const maxPauseMs = 1_000;

/**
 * Runs transactions of a long job, and pauses after each for as long as it took, so that a server that uses the same
 * database always finds it free at least half of the time.
 */
export async function paced<T>(transaction: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await transaction();
  await Bun.sleep(Math.min(maxPauseMs, performance.now() - startedAt));
  return result;
}
