import { type BlobEngine, type Blobs, isBlobKey } from "../../../platform/blobs/port.ts";
import { Semaphore } from "../../../platform/concurrency/semaphore.ts";
import { readBlobKey } from "../rules/blob-key.ts";
import { type MoveProblem, MoveProgress } from "../rules/move-progress.ts";
import { fileOfBlob, storedByKey } from "../store/stored-files.ts";
import { inBatches, pagesOfStored, type Read } from "./check-files.ts";
import { copyBlob } from "./copy-blob.ts";

interface MoveFilesOptions {
  readonly read: Read;
  readonly disk: Blobs;
  readonly s3: Blobs;
  readonly target: BlobEngine;
  readonly deleteSource: boolean;
  readonly signal: AbortSignal;
  readonly report: (line: string) => void;
}

interface MovedFiles {
  readonly copied: number;
  /** Blobs of which an equal one was there. */
  readonly present: number;
  readonly bytes: number;
  readonly deleted: number;
  readonly problems: readonly MoveProblem[];
  /** May be more than are listed. */
  readonly failed: number;
}

const concurrency = 8;

/** Copies all blobs and verifies each. Deletes the originals only if every file has arrived. */
export async function moveFiles(options: MoveFilesOptions): Promise<MovedFiles> {
  const { disk, s3, target, read } = options;
  const [from, to] = target === "s3" ? [disk, s3] : [s3, disk];
  const progress = new MoveProgress(options.report);
  const addProblem = async (key: string, problem: string) => {
    if (!progress.countProblem()) return;
    const file = await read((db) => fileOfBlob(db, readBlobKey(key)?.stored ?? key));
    progress.problems.push({ file: file ?? null, key, problem });
  };
  for await (const keys of inBatches(from.keys())) {
    const stored = await read((db) => storedByKey(db, keys));
    await forEachKey(keys, options.signal, async (key) => {
      try {
        const { outcome, bytes, detail } = await copyBlob({ from, to }, key, stored.get(key));
        if (outcome === "copied" || outcome === "present") progress.add(outcome, bytes);
        else await addProblem(key, detail);
      } catch (error) {
        await addProblem(key, progress.countFailure(error));
      }
    });
  }
  // A file may have been lost before, so that there is no blob to copy. The disk is asked first, because that is cheap.
  const isStored = async (key: string) => ((await disk.size(key)) ?? (await s3.size(key))) !== undefined;
  for await (const rows of pagesOfStored(read))
    for (const { blob_key: key } of rows)
      if (!(await isStored(key))) await addProblem(key, "it is in neither storage");
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
