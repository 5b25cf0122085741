import { readBytes } from "../platform/read-bytes.ts";
import { invalid } from "../protocol/error.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The JSON of a request, whatever its content type says. Stops reading at the limit. */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const bytes = await readBytes(request, limit);
  if (bytes.length === 0) throw invalid("body: must be JSON, and is empty");
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw invalid("body: must be JSON");
  }
}

/** Comes with the head of the request, so that it can be taken at once. */
const smallBody = 1_024;

/**
 * A body that nobody read keeps its connection busy, and with it a server that wants to stop. A small one is
 * taken and forgotten; after a longer one, which may still be on its way, the connection is closed.
 */
export function discardBody(request: Request, response: Response): void {
  if (request.bodyUsed || request.method === "GET") return;
  const { headers } = request;
  const announced = Number(headers.get("content-length") ?? 0);
  if (announced > smallBody || headers.has("transfer-encoding")) response.headers.set("connection", "close");
  else if (announced > 0) request.arrayBuffer().catch(() => {});
}
