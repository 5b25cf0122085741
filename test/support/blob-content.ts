import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const makeFolder = () => mkdtemp(join(tmpdir(), "blobs-"));
export const bytes = (text: string) => new TextEncoder().encode(text);

/** Hands out the pieces one at a time, then ends or breaks. */
export function streamOf(pieces: Iterable<Uint8Array>, failure?: Error): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.iterator]();
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const { value, done } = iterator.next();
      if (!done) controller.enqueue(value);
      else if (failure) controller.error(failure);
      else controller.close();
    },
  });
}

/** Says that it has this content, and gives that stream. */
export function blobOf(content: string, stream: () => ReadableStream<Uint8Array>): Blob {
  return Object.assign(new Blob([content]), { stream });
}

/** A file of which a part cannot be read. */
export function brokenBlob(failure: Error): Blob {
  return blobOf("readable, unreadable", () => streamOf([bytes("readable")], failure));
}
