import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

/** Longer than any row: an archive that somebody else made must not fill the memory. */
const maxLineLength = 64 * 1024 * 1024;

/** Writes text into a compressed file that only its owner can read. */
export async function writeCompressed(path: string, chunks: AsyncIterable<string>): Promise<void> {
  // The fastest levels: the next ones take twice the time and save a tenth.
  await pipeline(chunks, createGzip({ level: 3 }), createWriteStream(path, { mode: 0o600 }));
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
