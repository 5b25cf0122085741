import type { Blobs } from "./port.ts";

/** What identifies the content of a blob. */
export interface BlobDigest {
  readonly size: number;
  /** Of the stored bytes, in hex. */
  readonly sha256: string;
}

/** Undefined if there is no such blob, or the disk can no longer read it. */
export async function digestBlob(blobs: Pick<Blobs, "get">, key: string): Promise<BlobDigest | undefined> {
  const content = await blobs.get(key);
  if (!content) return undefined;
  try {
    return await digestContent(content);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EIO") return undefined;
    throw error;
  }
}

/** Reads a stream to its end. */
export async function digestContent(content: ReadableStream<Uint8Array>): Promise<BlobDigest> {
  const digesting = new DigestingStream();
  for await (const _ of content.pipeThrough(digesting));
  return digesting.result();
}

/** A stream that also counts and digests what passes. */
export class DigestingStream extends TransformStream<Uint8Array, Uint8Array> {
  readonly #seen: { size: number; readonly hasher: Bun.CryptoHasher };

  constructor() {
    const seen = { size: 0, hasher: new Bun.CryptoHasher("sha256") };
    super({
      transform(chunk, controller) {
        seen.size += chunk.length;
        seen.hasher.update(chunk);
        controller.enqueue(chunk);
      },
    });
    this.#seen = seen;
  }

  /** Once, at the end. */
  result(): BlobDigest {
    return { size: this.#seen.size, sha256: this.#seen.hasher.digest("hex") };
  }
}
