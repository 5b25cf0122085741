import { ApiError, invalid } from "../declare/error.ts";

/** The bytes of a request, unless they are more than the limit. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new ApiError("PayloadTooLarge", {}, 413);
  const announced = request.headers.get("content-length");
  if (announced !== null && Number(announced) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    if (announced !== null) return new Uint8Array(await request.arrayBuffer());
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      if (size > limit) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof ApiError ? error : invalid("body: broke off");
  }
  return Buffer.concat(chunks);
}
