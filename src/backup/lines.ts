import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";

/** Longer than any row: an archive that somebody else made must not fill the memory. */
const maxLineLength = 64 * 1024 * 1024;

/** Higher levels take twice the time and save a tenth of the space. */
const level = 3;

const newGzip = () => process.getBuiltinModule("node:zlib").createGzip({ level });

/** Writes text into a compressed file that only its owner can read. */
export async function writeCompressed(path: string, chunks: AsyncIterable<string>): Promise<void> {
  await pipeline(chunks, newGzip(), createWriteStream(path, { mode: 0o600 }));
}

/** Writes such a file piece by piece. */
export class CompressedWriter {
  readonly #gzip = newGzip();
  readonly #written: Promise<void>;

  constructor(path: string) {
    this.#written = pipeline(this.#gzip, createWriteStream(path, { mode: 0o600 }));
    // Whoever writes or ends sees the error.
    this.#written.catch(() => {});
  }

  async write(text: string): Promise<void> {
    if (!this.#gzip.write(text)) await Promise.race([once(this.#gzip, "drain"), this.#written]);
  }

  async end(): Promise<void> {
    this.#gzip.end();
    await this.#written;
  }
}

/** Reads compressed lines, as many at a time as arrive together. */
export async function* readCompressed(compressed: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const plain = compressed.pipeThrough(
    new DecompressionStream("gzip") as never,
  ) as ReadableStream<Uint8Array>;
  let rest = "";
  for await (const chunk of plain) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > maxLineLength) throw new Error("a row is too long");
    if (lines.length > 0) yield lines;
  }
  if (rest + decoder.decode() !== "") throw new Error("the last row is incomplete");
}
