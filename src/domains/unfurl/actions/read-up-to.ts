export interface Beginning {
  readonly bytes: Buffer;
  /** Whether there is nothing more. */
  readonly whole: boolean;
}

/** Reads so many bytes, or until these words have come, and leaves the rest where it is. */
export async function readUpTo(
  body: ReadableStream<Uint8Array>,
  most: number,
  words?: string,
): Promise<Beginning> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let seam = Buffer.alloc(0);
  const hasCome = (chunk: Uint8Array) => {
    if (words === undefined) return false;
    seam = Buffer.concat([seam.subarray(-words.length), chunk]);
    return seam.includes(words);
  };
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > most || hasCome(chunk))
      return { bytes: Buffer.concat(chunks).subarray(0, most), whole: false };
  }
  return { bytes: Buffer.concat(chunks), whole: true };
}
