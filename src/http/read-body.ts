import { ApiError, invalid } from "../declare/error.ts";

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

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new ApiError("PayloadTooLarge", {}, 413);
  const announced = request.headers.get("content-length");
  if (announced !== null) {
    if (Number(announced) > limit) throw tooLarge();
    return new Uint8Array(await request.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
