/**
 * Two nodes whose clocks differ by more than a second cannot both be within half a second of the clock of their
 * database, so each node compares its clock with the database's.
 */
export const maxClockDifferenceMs = 500;

/**
 * How far the clock of this machine is ahead of that of the database, in milliseconds: at least as far, since the
 * database told its time at some moment between the two of this machine. Below 0 if it is behind.
 */
export function clockAheadMs(
  databaseMs: number,
  { before, after }: { before: number; after: number },
): number {
  if (databaseMs < before) return Math.round(before - databaseMs);
  return databaseMs > after ? Math.round(after - databaseMs) : 0;
}
