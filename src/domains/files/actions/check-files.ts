import type { Reader } from "../../../declare/tx.ts";
import type { Blobs } from "../../../platform/blobs/port.ts";
import { readBlobKey } from "../rules/blob-key.ts";
import { knownBlobKeys, listStored } from "../store/stored-files.ts";
import type { StoredFileRow } from "../tables.ts";

const batchSize = 500;
const uploadInProgressMs = 3_600_000;

export type Read = <T>(work: (db: Reader) => Promise<T>) => Promise<T>;

export interface StorageProblem {
  readonly problem: "missing" | "unreadable" | "size differs" | "content differs" | "orphan" | "unknown";
  readonly key: string;
  readonly detail: string;
}

/** All stored content, a page at a time. */
export async function* pagesOfStored(read: Read): AsyncGenerator<StoredFileRow[]> {
  for (let after = ""; ; ) {
    const rows = await read((db) => listStored(db, after, batchSize));
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.hash;
  }
}

/** Finds blobs without a row, except those of uploads that may be in progress. Foreign keys are only reported. */
export async function* findOrphanedBlobs(
  read: Read,
  blobs: Blobs,
  now: number,
): AsyncGenerator<StorageProblem> {
  for await (const keys of inBatches(blobs.keys())) {
    const parsed = keys.map((key) => ({ key, ...readBlobKey(key) }));
    const stored = parsed.flatMap((blob) => (blob.stored === undefined ? [] : [blob.stored]));
    const known = stored.length === 0 ? new Set() : await read((db) => knownBlobKeys(db, stored));
    for (const { key, stored, madeAt } of parsed) {
      if (madeAt === undefined) yield { problem: "unknown", key, detail: "not a key of ours" };
      else if (!known.has(stored) && madeAt < now - uploadInProgressMs)
        yield { problem: "orphan", key, detail: `since ${new Date(madeAt).toISOString()}` };
    }
  }
}

export async function* inBatches(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const key of keys) {
    batch.push(key);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
