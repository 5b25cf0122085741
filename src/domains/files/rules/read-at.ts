/** Reads so many bytes from there, or fewer at the end of the file. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>;

/** Bytes to write over what is there. */
export interface Patch {
  readonly at: number;
  /** A number stands for so many zeros. */
  readonly bytes: Uint8Array | number;
}

/** Something with a place in a file. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}
