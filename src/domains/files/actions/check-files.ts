import type { Blobs } from "../../../platform/blobs/port.ts";
import type { Reader } from "../../../store/tx.ts";
import { readBlobKey } from "../rules/blob-key.ts";
import { knownBlobKeys, listStored } from "../store/stored-files.ts";

const batch = 500;
const underWayMs = 3_600_000;

type Read = <T>(work: (db: Reader) => Promise<T>) => Promise<T>;

export interface Finding {
  readonly problem: "missing" | "size differs" | "orphan" | "unknown";
  readonly key: string;
  readonly detail: string;
}

/** Holds every row against its content. */
export async function* findBrokenRows(read: Read, blobs: Blobs): AsyncGenerator<Finding> {
  for (let after = ""; ; ) {
    const rows = await read((db) => listStored(db, after, batch));
    for (const { blob_key: key, size } of rows) {
      const found = await blobs.size(key);
      if (found === undefined) yield { problem: "missing", key, detail: `${size} bytes` };
      else if (found !== size) yield { problem: "size differs", key, detail: `${found} bytes, not ${size}` };
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.hash;
  }
}

/** Content without a row, except what may be an upload under way. Keys that are none of ours are only told of. */
export async function* findLooseBlobs(read: Read, blobs: Blobs, now: number): AsyncGenerator<Finding> {
  for await (const keys of inBatches(blobs.keys())) {
    const old = keys.map((key) => ({ key, ...readBlobKey(key) }));
    const stored = old.flatMap((blob) => (blob.stored === undefined ? [] : [blob.stored]));
    const known = stored.length === 0 ? new Set() : await read((db) => knownBlobKeys(db, stored));
    for (const { key, stored, madeAt } of old) {
      if (madeAt === undefined) yield { problem: "unknown", key, detail: "not a key of ours" };
      else if (!known.has(stored) && madeAt < now - underWayMs)
        yield { problem: "orphan", key, detail: `since ${new Date(madeAt).toISOString()}` };
    }
  }
}

async function* inBatches(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let some: string[] = [];
  for await (const key of keys) {
    some.push(key);
    if (some.length < batch) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
