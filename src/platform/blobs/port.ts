/**
 * Stores bytes under a key of `a-z 0-9 -` (at most 128 characters). A blob is there whole or not at all, and
 * `put` resolves once it would survive a power cut. Putting a key again replaces it. Engines differ in where
 * the bytes are, not in what these calls mean.
 */
export interface Blobs {
  put(key: string, content: ReadableStream<Uint8Array> | Uint8Array): Promise<{ size: number }>;
  /** Bytes `start` up to but not including `end`; undefined for an unknown key. */
  get(key: string, range?: { start: number; end: number }): Promise<ReadableStream<Uint8Array> | undefined>;
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

export function assertBlobKey(key: string): void {
  if (!/^[a-z0-9-]{1,128}$/.test(key)) throw new InvalidBlobKey(`not a blob key: ${JSON.stringify(key)}`);
}
