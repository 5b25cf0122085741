/** Reports what an upgrade is doing now, and within which time the next report follows. */
export type UpgradeProgress = (text: string, nextWithinMs: number) => void;

/** How often a long step reports its progress. */
export const reportEveryMs = 5_000;
/** Copying reports often. A disk may still hang for a while when its caches are full. */
export const copyReportsWithinMs = 120_000;

const [leastStepMs, bytesInMs] = [600_000, 1_048];

/** A migration blocks this thread and cannot report its progress, so it gets a second for each MiB of the database. */
export function migrationEndsWithinMs(databaseBytes: number): number {
  return leastStepMs + Math.ceil(databaseBytes / bytesInMs);
}
