import { constants, Database as Handle } from "bun:sqlite";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { throttled } from "../concurrency/throttled.ts";
import { describeBytes } from "../text/describe-bytes.ts";
import {
  listSnapshots,
  readRecord,
  recordPath,
  removeExpired,
  removeSnapshot,
  removeUnfinished,
  type SnapshotRecord,
  snapshotPath,
  stateOf,
  unfinishedSuffix,
} from "./snapshot-files.ts";
import { UpgradeRefused } from "./upgrade-errors.ts";
import { copyReportsWithinMs, reportEveryMs, type UpgradeProgress } from "./upgrade-progress.ts";

export interface SnapshotOptions {
  readonly directory: string;
  /** The days after which old snapshots are removed; 0, the default, keeps them. */
  readonly days?: number;
  readonly progress?: UpgradeProgress;
  readonly everyMs?: number;
}

/** Moves the content of the log into the database file, so that the file alone shows its state. */
export function emptyLog(database: string): void {
  using handle = new Handle(database);
  handle.run("pragma wal_checkpoint(truncate)");
}

/**
 * Copies a SQLite database, to which nobody may write meanwhile, and returns the path of the copy: a copy of the same
 * state that is there already and is whole, or else a new one. A new one gets its name when all of it is on the disk.
 */
export async function takeSnapshot(
  database: string,
  version: number,
  { directory, days = 0, progress, everyMs = reportEveryMs }: SnapshotOptions,
): Promise<string> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  removeUnfinished(directory);
  removeExpired(directory, days, Date.now());
  const report = (text: string) => progress?.(text, copyReportsWithinMs);
  const state = stateOf(database);
  const same = await findSame({ directory, version, state }, throttled(report, everyMs));
  if (same !== undefined) {
    report(`The existing copy of the database is intact and is reused: ${same}`);
    return same;
  }
  const size = ["", "-wal"].reduce((sum, suffix) => sum + bytesOf(database + suffix), 0);
  assertRoom(directory, size);
  const path = snapshotPath(directory, { version, madeAt: Date.now() });
  const copy = path + unfinishedSuffix;
  try {
    report(`Copying the database before its upgrade, ${describeBytes(size)}, to ${path}`);
    await copyDatabase(database, copy, throttled(report, everyMs));
    sync(copy);
    const sha256 = await digestOf(copy, throttled(report, everyMs));
    renameSync(copy, path);
    sync(directory);
    const record: SnapshotRecord = { sha256, ...(state !== undefined && { state }) };
    writeFileSync(recordPath(path), JSON.stringify(record), { flush: true, mode: 0o600 });
    return path;
  } catch (error) {
    for (const each of [copy, path]) removeSnapshot(each);
    throw isFull(error) ? noRoom(directory, size) : error;
  }
}

/** Whether the content still has the digest that was recorded when it was written. Unknown without a digest. */
export async function isWhole(snapshot: string, report: (text: string) => void): Promise<boolean> {
  const record = readRecord(snapshot);
  return record !== undefined && (await digestOf(snapshot, report)) === record.sha256;
}

/** Says whether a copy is a database of this version. Leaves no other files next to it. */
export function readsWell(path: string, version: number): string {
  const url = `${pathToFileURL(path)}?immutable=1`;
  using handle = new Handle(url, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI);
  const problems = handle.query<{ integrity_check: string }, []>("pragma integrity_check(1)").all();
  if (problems[0]?.integrity_check !== "ok") return `damaged: ${problems[0]?.integrity_check}`;
  const stored = handle.query<{ version: number }, []>("select version from schema_version").get();
  return stored?.version === version ? "good" : `damaged: it has version ${stored?.version ?? "none"}`;
}

interface WantedSnapshot {
  readonly directory: string;
  readonly version: number;
  readonly state: string | undefined;
}

async function findSame(
  { directory, version, state }: WantedSnapshot,
  report: (text: string) => void,
): Promise<string | undefined> {
  if (state === undefined) return undefined;
  for (const snapshot of listSnapshots(directory)) {
    if (snapshot.version !== version || readRecord(snapshot.path)?.state !== state) continue;
    if (await isWhole(snapshot.path, report)) return snapshot.path;
  }
  return undefined;
}

/** Page by page, with reports of the progress in between. */
const stepPages = 1_024;

async function copyDatabase(from: string, to: string, report: (text: string) => void): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    await backup(source, to, {
      rate: stepPages,
      progress({ totalPages, remainingPages }) {
        const percent = Math.floor(100 * (1 - remainingPages / totalPages));
        report(`Copying the database before its upgrade: ${percent} % done`);
      },
    });
  } finally {
    source.close();
  }
  // A single file, which needs no log to be read.
  using handle = new Handle(to, { create: false, readwrite: true });
  handle.run("pragma journal_mode = delete");
}

async function digestOf(path: string, report: (text: string) => void): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256");
  const { size } = statSync(path);
  let read = 0;
  for await (const chunk of Bun.file(path).stream()) {
    hash.update(chunk);
    read += chunk.length;
    report(`Reading the copy of the database: ${Math.floor((100 * read) / size)} % done`);
  }
  return hash.digest("hex");
}

function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * The space reserved for the upgrade itself, and for going back to the previous version: a share of the copy, or this.
 */
const leastReserve = 16_777_216;
const reserveShare = 0.05;

function assertRoom(directory: string, size: number): void {
  if (freeIn(directory) < neededFor(size)) throw noRoom(directory, size);
}

function neededFor(size: number): number {
  return size + Math.max(leastReserve, Math.ceil(size * reserveShare));
}

function freeIn(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

function noRoom(directory: string, size: number): UpgradeRefused {
  return new UpgradeRefused(
    `The upgrade of the database first copies it to ${directory}, for which ${describeBytes(neededFor(size), "up")} ` +
      `must be free on that disk, and ${describeBytes(freeIn(directory), "down")} are. Nothing was changed: the version ` +
      "of Ermine that ran before still works. Make room, or replace that folder by a link to one on a larger disk, then " +
      "start this version again.",
  );
}

function isFull(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === "ENOSPC" || code === "SQLITE_FULL" || errcode === sqliteFull;
}

/** The number that `node:sqlite` has in place of the name. */
const sqliteFull = 13;

function sync(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
