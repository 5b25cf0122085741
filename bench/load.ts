/** Keeps `connections` sockets busy with one request each for a while, and counts what comes back. */
import { connect } from "bun";

export interface Load {
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failures: number;
}

interface Conversation {
  pending: string;
  sentAt: number;
}

export async function runLoad({ url, headers = {}, connections, seconds }: Load): Promise<LoadResult> {
  const { hostname, port, pathname, host } = new URL(url);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n${lines.join("")}\r\n`;
  const times: number[] = [];
  let failures = 0;
  const end = performance.now() + seconds * 1_000;
  const sockets = await Promise.all(
    Array.from({ length: connections }, () =>
      connect<Conversation>({
        hostname,
        port: Number(port),
        socket: {
          open(socket) {
            socket.data = { pending: "", sentAt: performance.now() };
            socket.write(request);
          },
          data(socket, chunk) {
            const talk = socket.data;
            talk.pending += chunk.toString("latin1");
            const length = responseLength(talk.pending);
            if (length === undefined || talk.pending.length < length) return;
            if (!talk.pending.startsWith("HTTP/1.1 200")) failures += 1;
            const now = performance.now();
            times.push(now - talk.sentAt);
            talk.pending = talk.pending.slice(length);
            talk.sentAt = now;
            if (now < end) socket.write(request);
          },
        },
      }),
    ),
  );
  await Bun.sleep(seconds * 1_000 + 200);
  for (const socket of sockets) socket.end();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
  return { requestsPerSecond: times.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), failures };
}

function responseLength(text: string): number | undefined {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const length = /content-length: (\d+)/i.exec(text.slice(0, headEnd));
  return headEnd + 4 + Number(length?.[1] ?? 0);
}

if (import.meta.main) {
  const load = JSON.parse(process.argv[2] ?? "{}") as Load;
  console.log(JSON.stringify(await runLoad(load)));
}
