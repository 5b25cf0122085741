/** A Blob may stand for a file: `Bun.file(path)` is read as it is sent, never held in memory whole. */
export type BlobContent = ReadableStream<Uint8Array> | Uint8Array | Blob;

/**
 * Stores bytes under a key of `a-z 0-9 -` (at most 128 characters). A blob is there whole or not at all, and
 * `put` resolves once it would survive a power cut. Putting a key again replaces it. Engines differ in where
 * the bytes are, not in what these calls mean. Errors carry a `code`: `ENOSPC` where the disk is full.
 */
export interface Blobs {
  put(key: string, content: BlobContent): Promise<{ size: number }>;
  /**
   * Bytes `start` up to but not including `end`; undefined for an unknown key. Read it soon: a blob that is
   * deleted before may be gone. To serve it, give it to a Response as it is, with a Content-Type and a
   * Content-Disposition: what is really a file is then sent without passing through JavaScript, and Bun would
   * make up these headers from the name of that file.
   */
  get(key: string, range?: { start: number; end: number }): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Undefined for an unknown key. */
  size(key: string): Promise<number | undefined>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
  /** All keys, in no particular order. */
  keys(): AsyncIterable<string>;
  close(): Promise<void>;
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
