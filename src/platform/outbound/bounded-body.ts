import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { OutboundError } from "./port.ts";

/** Unpacked where it is packed, and no longer than allowed in either form. */
export function boundedChunks(message: IncomingMessage, maxBytes: number): AsyncGenerator<Uint8Array> {
  const plain = limit(message, maxBytes);
  return encodingOf(message) === "gzip" ? limit(unpack(plain), maxBytes) : plain;
}

/** By what the message says of itself, before any of it is read. */
export function assertAcceptable(message: IncomingMessage, maxBytes: number): void {
  if (!["gzip", "identity"].includes(encodingOf(message)))
    throw new OutboundError("bad-answer", "packed in a way that was not asked for");
  if (Number(message.headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

function encodingOf({ headers }: IncomingMessage): string {
  const named = headers["content-encoding"]?.trim().toLowerCase() || "identity";
  return named === "x-gzip" ? "gzip" : named;
}

async function* limit(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

/** A failure on either side comes out where the unpacked is read. */
function unpack(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return pipeline(chunks, createGunzip(), () => {});
}

function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError("too-large", `more than ${maxBytes} bytes`);
}
