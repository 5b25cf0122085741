/** A Blob may be a file: `Bun.file(path)` is read as it is sent, and never held in memory whole. */
export type BlobContent = ReadableStream<Uint8Array> | Uint8Array | Blob;

/**
 * Stores bytes under a key of `a-z 0-9 -` (at most 128 characters). A blob is complete or absent, and `put` resolves
 * once it would survive a power cut. Putting a key again replaces the blob. All engines keep these guarantees. Errors
 * have a `code`: `ENOSPC` where the disk is full.
 */
export interface Blobs extends AsyncDisposable {
  put(key: string, content: BlobContent): Promise<{ size: number }>;
  /**
   * Bytes `start` up to but not including `end`; undefined for an unknown key. Read the stream soon: it may fail once the
   * blob is deleted. To serve it, pass it to a Response as it is, with a Content-Type and a Content-Disposition: Bun then
   * sends a file without passing it through JavaScript, and would derive these headers from the file's name.
   */
  get(key: string, range?: { start: number; end: number }): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Undefined for an unknown key. */
  size(key: string): Promise<number | undefined>;
  /** Deleting an unknown key is no error. */
  delete(key: string): Promise<void>;
  /** All keys, in no particular order. */
  keys(): AsyncIterable<string>;
  /** Throws if the storage cannot be reached at present. */
  check(): Promise<void>;
}

export type BlobEngine = "disk" | "s3";

/** The storage cannot be reached, or refuses what it is asked for. */
export class StorageUnavailable extends Error {
  override readonly name: string = "StorageUnavailable";
}

export class InvalidBlobKey extends Error {
  override readonly name = "InvalidBlobKey";
}

export function isBlobKey(text: string): boolean {
  return /^[a-z0-9-]{1,128}$/.test(text);
}

export function assertBlobKey(key: string): void {
  if (!isBlobKey(key)) throw new InvalidBlobKey(`not a blob key: ${JSON.stringify(key)}`);
}
