/** Many sockets that only count the bytes they receive. Plain TCP, so that the cost of the client does not limit the server. */
import { connect } from "bun";

export type ListenersOrder =
  | {
      readonly order: "connect";
      readonly url: string;
      readonly tokens: readonly string[];
      readonly count: number;
      /** How many connect at a time. */
      readonly atOnce?: number;
    }
  | { readonly order: "count" }
  /** The reply comes as soon as this many bytes have arrived in total. */
  | { readonly order: "until"; readonly bytes: number };

let bytes = 0;
let goal = Number.POSITIVE_INFINITY;

function replyAtGoal(): void {
  if (bytes < goal) return;
  goal = Number.POSITIVE_INFINITY;
  process.send?.({ bytes });
}

async function open(url: URL, token: string): Promise<void> {
  const opened = Promise.withResolvers<void>();
  const path = `${url.pathname}?token=${token}`;
  const head =
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n";
  await connect({
    hostname: url.hostname,
    port: Number(url.port),
    socket: {
      open: (socket) => void socket.write(`GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\n${head}\r\n`),
      data(_, chunk) {
        bytes += chunk.length;
        opened.resolve();
        replyAtGoal();
      },
      close: () => opened.reject(new Error("closed")),
    },
  });
  await opened.promise;
}

process.on("message", async (message: ListenersOrder) => {
  if (message.order === "until") {
    goal = message.bytes;
    replyAtGoal();
    return;
  }
  if (message.order === "connect") {
    const { tokens, count, atOnce = 50 } = message;
    const url = new URL(message.url);
    for (let at = 0; at < count; at += atOnce) {
      const some = Array.from({ length: Math.min(atOnce, count - at) }, (_, index) => at + index);
      await Promise.all(some.map((index) => open(url, tokens[index % Math.max(1, tokens.length)] ?? "")));
    }
  }
  process.send?.({ bytes });
});
process.send?.({ ready: true });
