import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** A copy of the SQLite database from before an upgrade. */
interface UpgradeSnapshot {
  readonly path: string;
  /** The version of the schema. */
  readonly version: number;
  readonly madeAt: number;
}

/** What is known about a snapshot besides its content. It is stored in a file next to it, which may be missing. */
export interface SnapshotRecord {
  readonly sha256: string;
  /** See `stateOf`; absent if another process wrote to the database at that moment. */
  readonly state?: string;
}

/** A copy has this at the end of its name until all of it is on the disk. */
export const unfinishedSuffix = ".unfinished";
const [finished, unfinished] = [
  /^before-upgrade-from-(\d+)-(\d+)\.db$/,
  /^before-upgrade-from-.*\.unfinished/,
];
const dayMs = 86_400_000;

export function snapshotPath(directory: string, { version, madeAt }: Omit<UpgradeSnapshot, "path">): string {
  return join(directory, `before-upgrade-from-${version}-${madeAt}.db`);
}

export function recordPath(snapshot: string): string {
  return `${snapshot}.json`;
}

/** The snapshots of a folder, newest first. */
export function listSnapshots(directory: string): UpgradeSnapshot[] {
  return namesIn(directory)
    .map((name) => finished.exec(name))
    .filter((match) => match !== null)
    .map(([name, version, madeAt]) => ({
      path: join(directory, name),
      version: Number(version),
      madeAt: Number(madeAt),
    }))
    .sort((a, b) => b.madeAt - a.madeAt);
}

/** Undefined if there is none that can be read, as for snapshots of earlier versions. */
export function readRecord(snapshot: string): SnapshotRecord | undefined {
  try {
    return JSON.parse(readFileSync(recordPath(snapshot), "utf8"));
  } catch {
    return undefined;
  }
}

/** Removes what copies that were interrupted have left. Only while no other process can be making one. */
export function removeUnfinished(directory: string): void {
  for (const name of namesIn(directory)) if (unfinished.test(name)) rmSync(join(directory, name));
}

/** Removes the snapshots that are older than so many days, with the files next to them; none if it is 0. */
export function removeExpired(directory: string, days: number, now: number): string[] {
  if (days === 0) return [];
  const expired = listSnapshots(directory).filter(({ madeAt }) => madeAt < now - days * dayMs);
  for (const { path } of expired) removeSnapshot(path);
  return expired.map(({ path }) => path);
}

/** A journal or a log is next to one that an earlier version left unfinished, or that somebody has opened. */
export function removeSnapshot(path: string): void {
  for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
  rmSync(recordPath(path), { force: true });
}

/**
 * Identifies the state of a SQLite database, as long as nobody opens a write transaction: every commit is either in
 * the log or has changed the file. Undefined while the log holds something.
 */
export function stateOf(database: string): string | undefined {
  const log = statSync(`${database}-wal`, { throwIfNoEntry: false });
  if (log && log.size > 0) return undefined;
  const { ino, size, mtimeNs } = statSync(database, { bigint: true });
  return [ino, size, mtimeNs].join("-");
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return [];
    throw error;
  }
}
