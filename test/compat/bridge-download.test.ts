import { expect, test } from "bun:test";
import { createServer } from "node:net";
import { join } from "node:path";

test("a file of the bridge whose download is cut off becomes a link", async () => {
  const cutting = createServer((socket) => {
    socket.once("data", () => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhalf");
      socket.destroySoon();
    });
  });
  await using _ = { [Symbol.asyncDispose]: async () => void cutting.close() };
  await new Promise<void>((resolve) => cutting.listen(0, "127.0.0.1", resolve));
  const { port } = cutting.address() as { port: number };
  const { download } = await import(join(import.meta.dir, "../../examples/bridge/http.mjs"));
  expect(await download({ url: `http://127.0.0.1:${port}/file`, size: 1_000 }, 10_000)).toBeUndefined();
});
