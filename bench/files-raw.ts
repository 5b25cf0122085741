/** The control: a Bun server that writes uploads to files and serves them, and does nothing else. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";

const { folder } = JSON.parse(process.argv[2] ?? "{}");
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  maxRequestBodySize: 100_000_000,
  async fetch(request) {
    if (request.method === "GET") return new Response(Bun.file(join(folder, new URL(request.url).pathname)));
    const id = randomUUID();
    const file = Bun.file(join(folder, id)).writer();
    for await (const piece of request.body ?? []) {
      file.write(piece);
      await file.flush();
    }
    await file.end();
    return Response.json({ id });
  },
});

process.on("message", ({ order }: { order: string }) => {
  if (order === "stop") process.exit(0);
  process.send?.({ done: true });
});
process.send?.({ url: `http://127.0.0.1:${server.port}`, token: "" });
