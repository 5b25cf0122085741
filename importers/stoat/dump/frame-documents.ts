import { CommandError } from "../../../src/declare/command.ts";
import { ByteQueue } from "./byte-queue.ts";

/** MongoDB stores no document of more than 16 MiB, and adds a little to it on its own. */
const maxDocumentBytes = 16 * 1024 * 1024 + 64 * 1024;
/** Its length, and a zero at its end. */
const minDocumentBytes = 5;
/** Ends a block of an archive. */
const terminator = -1;
const terminatorBytes = 4;

/** A document of a dump as it is stored, or the end of a block of an archive. */
export interface Frame {
  /** Where it begins in its file, in bytes. */
  readonly offset: number;
  /** Empty for the end of a block. */
  readonly bytes: Uint8Array;
}

interface FramingOptions {
  /** The file, for messages. */
  readonly name: string;
  /** Where the stream begins in the file. */
  readonly offset?: number;
  readonly isArchive?: boolean;
}

export function damagedDump(name: string, offset: number, reason: string): CommandError {
  return new CommandError(`${name} is damaged at byte ${offset}: ${reason}. Make the dump again.`);
}

/** Cuts a stream into documents by the length that each begins with, as many at a time as arrive together. */
export async function* frameDocuments(
  stream: AsyncIterable<Uint8Array>,
  { name, offset: start = 0, isArchive = false }: FramingOptions,
): AsyncGenerator<Frame[]> {
  const queue = new ByteQueue();
  let offset = start;
  for await (const chunk of stream) {
    queue.push(chunk);
    const frames: Frame[] = [];
    for (;;) {
      const frame = nextFrame(queue, { name, offset, isArchive });
      if (!frame) break;
      frames.push(frame);
      offset += frame.bytes.length || terminatorBytes;
    }
    if (frames.length > 0) yield frames;
  }
  if (queue.length > 0) throw damagedDump(name, offset, "the file ends within a document");
}

/** Undefined until all of it has arrived. */
function nextFrame(
  queue: ByteQueue,
  { name, offset, isArchive }: Required<FramingOptions>,
): Frame | undefined {
  if (queue.length < 4) return undefined;
  const size = int32(queue.peek(4));
  if (isArchive && size === terminator) {
    queue.take(terminatorBytes);
    return { offset, bytes: new Uint8Array() };
  }
  if (size < minDocumentBytes || size > maxDocumentBytes)
    throw damagedDump(name, offset, `${size} is not the length of a document`);
  if (queue.length < size) return undefined;
  const bytes = queue.take(size);
  if (bytes[size - 1] !== 0) throw damagedDump(name, offset, "the document does not end where it should");
  return { offset, bytes };
}

export function int32(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getInt32(0, true);
}
