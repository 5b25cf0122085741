import { ApiError, invalid } from "../declare/error.ts";
import { parseJson } from "./parse-json.ts";

/** Reads the body of a request; fails with PayloadTooLarge if it has more bytes than the limit. */
export function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const announced = request.headers.get("content-length");
  if (announced !== null && Number(announced) > limit) return Promise.reject(tooLarge());
  const read = announced === null ? readStream(request, limit) : request.bytes();
  return read.catch(brokeOff);
}

function brokeOff(error: unknown): never {
  throw error instanceof ApiError ? error : invalid("body: broke off");
}

async function readStream({ body }: Request, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(): ApiError {
  return new ApiError("PayloadTooLarge", {}, 413);
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The value of a JSON body, whatever content type it was sent with. */
export function jsonOf(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw invalid("body: must be JSON, and is empty");
  return parseJson(decodeUtf8(bytes));
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalid("body: must be UTF-8");
  }
}
