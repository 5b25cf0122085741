import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream";
import { OutboundError } from "../port.ts";
import type { Deadline } from "./deadline.ts";
import { toOutboundError } from "./to-outbound-error.ts";

interface ResponseBody {
  readonly stream: ReadableStream<Uint8Array>;
  /** Resolves once the body has been read or cancelled, or has failed. */
  readonly done: Promise<unknown>;
}

interface BodyWaiting {
  readonly deadline: Deadline;
  /** Waits for the next bytes of the host, until the deadline. */
  waitFor<T>(bytes: Promise<T>): Promise<T>;
  /** The reader has got all that it wants. */
  onAnswer(): void;
}

/** Opens the body of a response as a stream that reads nothing ahead of its reader. */
export function openBody(
  message: IncomingMessage,
  maxBytes: number,
  { deadline, waitFor, onAnswer }: BodyWaiting,
): ResponseBody {
  checkHeaders(message, maxBytes);
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  const chunks = limitedChunks(message, maxBytes);
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await waitFor(chunks.next());
          if (!next.done) return controller.enqueue(next.value);
          onAnswer();
          controller.close();
        } catch (error) {
          controller.error(toOutboundError(error));
        }
        finish();
      },
      cancel() {
        onAnswer();
        finish();
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, done: deadline.race(done) };
}

/** The body of a response to HEAD, whose headers may announce one that does not follow. */
export function emptyBody(): ResponseBody {
  const stream = new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });
  return { stream, done: Promise.resolve() };
}

function checkHeaders(message: IncomingMessage, maxBytes: number): void {
  if (!["gzip", "identity"].includes(encodingOf(message)))
    throw new OutboundError("bad-response", "a content encoding that the request did not accept");
  if (Number(message.headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

/** The chunks after decompression. The limit holds both for the compressed and for the decompressed bytes. */
function limitedChunks(message: IncomingMessage, maxBytes: number): AsyncGenerator<Uint8Array> {
  const received = limit(message, maxBytes);
  return encodingOf(message) === "gzip" ? limit(gunzip(received), maxBytes) : received;
}

function encodingOf({ headers }: IncomingMessage): string {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() || "identity";
  return encoding === "x-gzip" ? "gzip" : encoding;
}

async function* limit(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

/** The reader of the result gets the errors of both sides. */
function gunzip(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return pipeline(chunks, process.getBuiltinModule("node:zlib").createGunzip(), () => {});
}

function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError("too-large", `more than ${maxBytes} bytes`);
}
