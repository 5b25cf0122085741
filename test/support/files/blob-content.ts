import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const makeFolder = () => mkdtemp(join(tmpdir(), "blobs-"));
export const bytes = (text: string) => new TextEncoder().encode(text);

/** A stream of these chunks that then ends or fails. */
export function streamOf(chunks: Iterable<Uint8Array>, failure?: Error): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.iterator]();
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const { value, done } = iterator.next();
      if (!done) controller.enqueue(value);
      else if (failure) controller.error(failure);
      else controller.close();
    },
  });
}

/** A Blob with the size of `content` that reads from `stream`. */
export function blobOf(content: string, stream: () => ReadableStream<Uint8Array>): Blob {
  return Object.assign(new Blob([content]), { stream });
}

/** A file whose second half cannot be read. */
export function brokenBlob(failure: Error): Blob {
  return blobOf("readable, unreadable", () => streamOf([bytes("readable")], failure));
}
