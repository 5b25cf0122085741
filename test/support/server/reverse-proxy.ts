import { createServer as createHttpServer, request as startRequest } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReverseProxy extends AsyncDisposable {
  readonly url: string;
}

interface ProxyOptions {
  /** Whether it reports the client's address to the server, which here is always the same. */
  readonly forwards: boolean;
  readonly client?: string;
  /** Whether it passes on WebSockets. */
  readonly upgrades: boolean;
}

/** A proxy in front of a server, as operators put one there for TLS. */
export async function openReverseProxy(port: () => number, options: ProxyOptions): Promise<ReverseProxy> {
  const headersFor = (headers: NodeJS.Dict<string | string[]>) => ({
    ...headers,
    ...(options.forwards && { "x-forwarded-for": options.client ?? "203.0.113.7" }),
  });
  const proxy = createHttpServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const target = { host: "127.0.0.1", port: port(), method, path };
    const onward = startRequest({ ...target, headers: headersFor(headers) }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  proxy.on("upgrade", (incoming, socket) => {
    if (!options.upgrades) return void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
    const onward = startRequest({
      host: "127.0.0.1",
      port: port(),
      path: incoming.url,
      headers: incoming.headers,
    });
    onward.on("upgrade", (reply, upstream) => {
      const lines = Object.entries(reply.headers).map(([name, value]) => `${name}: ${value}`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
      upstream.pipe(socket).pipe(upstream);
      for (const end of [socket, upstream]) end.on("error", () => end.destroy());
    });
    onward.end();
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
