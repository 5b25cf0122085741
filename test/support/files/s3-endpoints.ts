import { createServer, type Socket } from "node:net";

export interface SilentEndpoint extends AsyncDisposable {
  readonly url: string;
}

/** Accepts connections, sends `text` once after the first request, and nothing more. */
export async function openSilentEndpoint(text: string): Promise<SilentEndpoint> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => socket.write(text));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

export interface BusyEndpoint extends AsyncDisposable {
  readonly url: string;
  /** The body of each request. */
  readonly bodies: readonly string[];
}

/** Answers the first `failures` requests with 503, and then accepts all. */
export function openBusyEndpoint(failures: number): BusyEndpoint {
  const bodies: string[] = [];
  const busy = "<Error><Code>SlowDown</Code><Message>Be slower.</Message></Error>";
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      bodies.push(await request.text());
      return bodies.length <= failures ? new Response(busy, { status: 503 }) : new Response();
    },
  });
  return { url: server.url.origin, bodies, [Symbol.asyncDispose]: () => server.stop(true) };
}
