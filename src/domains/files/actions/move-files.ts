import { CommandError } from "../../../declare/command.ts";
import { type BlobPlace, type Blobs, isBlobKey } from "../../../platform/blobs/port.ts";
import { Semaphore } from "../../../platform/semaphore.ts";
import { readBlobKey } from "../rules/blob-key.ts";
import { fileOfBlob, storedByKey } from "../store/stored-files.ts";
import { inBatches, pagesOfStored, type Read } from "./check-files.ts";
import { copyBlob } from "./copy-blob.ts";

export interface MoveFilesOptions {
  readonly read: Read;
  readonly disk: Blobs;
  readonly s3: Blobs;
  readonly place: BlobPlace;
  readonly deleteSource: boolean;
  readonly signal: AbortSignal;
  readonly report: (line: string) => void;
}

export interface MovedFiles {
  readonly copied: number;
  /** Blobs of which an equal one was there. */
  readonly present: number;
  readonly bytes: number;
  readonly deleted: number;
  readonly problems: readonly MoveProblem[];
  /** May be more than are listed. */
  readonly failed: number;
}

export interface MoveProblem {
  readonly file: string | null;
  readonly key: string;
  readonly problem: string;
}

const concurrency = 8;
/** After so many failures of the storage in a row, the rest would fail as well. */
const maxFailures = 20;
const maxListed = 1_000;
const reportEveryMs = 5_000;

/** Copies all blobs and verifies each. Deletes the originals only if every file has arrived. */
export async function moveFiles(options: MoveFilesOptions): Promise<MovedFiles> {
  const { disk, s3, place, read } = options;
  const [from, to] = place === "s3" ? [disk, s3] : [s3, disk];
  const progress = new MoveProgress(options);
  for await (const keys of inBatches(from.keys())) {
    const stored = await read((db) => storedByKey(db, keys));
    await forEachKey(keys, options.signal, async (key) => {
      try {
        const { outcome, bytes, detail } = await copyBlob({ from, to }, key, stored.get(key));
        if (outcome === "copied" || outcome === "present") progress.add(outcome, bytes);
        else await progress.addProblem(key, detail);
      } catch (error) {
        await progress.addFailure(key, error);
      }
    });
  }
  // A file may have been lost before, so that there is no blob to copy. The disk is asked first, because that is cheap.
  const isStored = async (key: string) => ((await disk.size(key)) ?? (await s3.size(key))) !== undefined;
  for await (const rows of pagesOfStored(read))
    for (const { blob_key: key } of rows)
      if (!(await isStored(key))) await progress.addProblem(key, "it is in neither storage");
  const deleted = options.deleteSource && progress.failed === 0 ? await deleteAll(from, options.signal) : 0;
  return { ...progress.counts, deleted, problems: progress.problems, failed: progress.failed };
}

async function deleteAll(from: Blobs, signal: AbortSignal): Promise<number> {
  let deleted = 0;
  for await (const keys of inBatches(from.keys())) {
    await forEachKey(keys, signal, async (key) => {
      await from.delete(key);
      deleted += 1;
    });
  }
  return deleted;
}

/** Leaves alone what is no blob, such as a file that the operator put into the folder. */
async function forEachKey(
  keys: readonly string[],
  signal: AbortSignal,
  work: (key: string) => Promise<void>,
): Promise<void> {
  const slots = new Semaphore(concurrency);
  await Promise.all(
    keys.filter(isBlobKey).map((key) =>
      slots.run(() => {
        signal.throwIfAborted();
        return work(key);
      }),
    ),
  );
}

class MoveProgress {
  readonly problems: MoveProblem[] = [];
  failed = 0;
  readonly counts = { copied: 0, present: 0, bytes: 0 };
  readonly #read: Read;
  readonly #report: (line: string) => void;
  #failures = 0;
  #reportedAt = performance.now();

  constructor({ read, report }: Pick<MoveFilesOptions, "read" | "report">) {
    this.#read = read;
    this.#report = report;
  }

  add(outcome: "copied" | "present", bytes: number): void {
    this.#failures = 0;
    this.counts[outcome] += 1;
    this.counts.bytes += bytes;
    if (performance.now() - this.#reportedAt < reportEveryMs) return;
    this.#reportedAt = performance.now();
    const { copied, present, bytes: all } = this.counts;
    this.#report(`${copied} copied, ${present} there before, ${Math.round(all / 1e6)} MB verified`);
  }

  async addProblem(key: string, problem: string): Promise<void> {
    this.failed += 1;
    if (this.problems.length >= maxListed) return;
    const file = await this.#read((db) => fileOfBlob(db, readBlobKey(key)?.stored ?? key));
    this.problems.push({ file: file ?? null, key, problem });
  }

  async addFailure(key: string, error: unknown): Promise<void> {
    const message = error instanceof Error ? error.message : String(error);
    this.#failures += 1;
    if (this.#failures >= maxFailures)
      throw new CommandError(
        `The storage failed ${maxFailures} times in a row, the last time with: ${message}. Run this command again; it skips what has arrived.`,
      );
    await this.addProblem(key, message);
  }
}
