/** Reads `length` bytes from `offset`, or fewer at the end of the file. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>;

/** Bytes to write over those at `at`. */
export interface BytePatch {
  readonly at: number;
  /** A number means that many zeros. */
  readonly bytes: Uint8Array | number;
}

export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

export interface Dimensions {
  readonly width: number;
  readonly height: number;
}
