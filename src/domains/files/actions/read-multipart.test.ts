import { expect, test } from "bun:test";
import { readMultipart } from "./read-multipart.ts";

test("a form that takes too long is refused, even while bytes arrive", async () => {
  const pieces = ['--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'];
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await Bun.sleep(5);
      controller.enqueue(new TextEncoder().encode(pieces[sent++] ?? "y"));
    },
  });
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const request = new Request("http://localhost", { method: "POST", headers, body });
  let broken: unknown;
  const read = readMultipart(request, { max: 1e6, cap: 1e6, timeoutMs: 100 }, async (content) => {
    try {
      for await (const _ of content);
    } catch (error) {
      broken = error;
      throw error;
    }
  });
  expect(await read.catch((error) => error)).toMatchObject({ type: "FailedValidation" });
  expect(broken).toBeInstanceOf(Error);
});
