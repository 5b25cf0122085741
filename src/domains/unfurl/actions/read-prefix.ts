import type { Services } from "../../../declare/services.ts";
import { mediaInMemory } from "../resources.ts";

interface BodyPrefix {
  readonly bytes: Buffer;
  /** Whether this is the whole body. */
  readonly whole: boolean;
}

/** Reads a body up to `maxBytes`, or until `marker` has been read, and cancels the rest. */
export async function readPrefix(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  marker?: string,
): Promise<BodyPrefix> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let tail = Buffer.alloc(0);
  const completesMarker = (chunk: Uint8Array) => {
    if (marker === undefined) return false;
    tail = Buffer.concat([tail.subarray(-marker.length), chunk]);
    return tail.includes(marker);
  };
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes || completesMarker(chunk))
      return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), whole: false };
  }
  return { bytes: Buffer.concat(chunks), whole: true };
}

/** Reads an image or video, or its beginning, and calls `use` while it is in memory. */
export function readMedia<T>(
  { resources, config }: Services,
  body: ReadableStream<Uint8Array>,
  use: (prefix: BodyPrefix) => Promise<T>,
): Promise<T> {
  return resources.get(mediaInMemory).run(async () => use(await readPrefix(body, config.outbound.max_bytes)));
}
