import { ApiError, invalid } from "../declare/error.ts";
import { parseJson } from "./parse-json.ts";

/** Reads the body of a request; throws PayloadTooLarge if it has more bytes than the limit. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const announced = request.headers.get("content-length");
  if (announced !== null && Number(announced) > limit) throw tooLarge();
  try {
    return await (announced === null ? readStream(request, limit) : request.bytes());
  } catch (error) {
    throw error instanceof ApiError ? error : invalid("body: broke off");
  }
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

/** Reads the JSON body of a request with any content type. Stops reading at the limit. */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const bytes = await readBytes(request, limit);
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
