import { invalid } from "../declare/error.ts";
import { parseJson } from "../input/parse-json.ts";
import { readBytes } from "../input/read-bytes.ts";

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

/** In bytes. A body of this size arrives together with the head of the request. */
const smallBody = 1_024;

/**
 * Disposes of a body that no handler has read, because it would keep its connection open and delay the shutdown of
 * the server. A small body is read and dropped; a larger one may still be in transit, so its connection is closed.
 */
export function discardBody(request: Request, response: Response): void {
  if (request.bodyUsed || request.method === "GET") return;
  const { headers } = request;
  const announced = Number(headers.get("content-length") ?? 0);
  if (announced > smallBody || headers.has("transfer-encoding")) response.headers.set("connection", "close");
  else if (announced > 0) request.arrayBuffer().catch(() => {});
}
