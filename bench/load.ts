/** Keeps `connections` sockets busy with one request each for a while, and counts the responses. */
import { connect } from "bun";
import { pin } from "./processes.ts";

export interface LoadRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: object;
}

export interface Load {
  readonly url: string;
  readonly headers?: Record<string, string>;
  /** The requests of a connection: each time one of its list, at random. The connections take the lists in turn. */
  readonly scripts?: readonly (readonly LoadRequest[])[];
  readonly connections: number;
  readonly seconds: number;
  /** The only CPU core that it may use. */
  readonly core?: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  /** All requests, also those whose responses came after the time was over. */
  readonly answered: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failures: number;
}

interface ConnectionState {
  pending: string;
  sentAt: number;
}

const timeoutMs = 30_000;

export function runLoad({ url, headers, scripts, ...load }: Load): Promise<LoadResult> {
  const { pathname: path, host } = new URL(url);
  const lists = scripts ?? [[headers ? { path, headers } : { path }]];
  const texts = lists.map((script) => script.map((each) => requestText(host, each)));
  const next = (connection: number) => {
    const requests = texts[connection % texts.length] ?? [];
    return requests[Math.floor(Math.random() * requests.length)] ?? "";
  };
  return runRequests({ url, next, ...load });
}

export interface RequestLoad extends Pick<Load, "url" | "connections" | "seconds"> {
  /** The text of the next request of a connection. */
  next(connection: number): string;
}

export async function runRequests({ url, connections, seconds, next }: RequestLoad): Promise<LoadResult> {
  const { hostname, port } = new URL(url);
  const times: number[] = [];
  let [inTime, failures, busy] = [0, 0, connections];
  const idle = Promise.withResolvers<void>();
  const end = performance.now() + seconds * 1_000;
  const sockets = await Promise.all(
    Array.from({ length: connections }, (_, index) => {
      const request = () => next(index);
      return connect<ConnectionState>({
        hostname,
        port: Number(port),
        socket: {
          open(socket) {
            socket.data = { pending: "", sentAt: performance.now() };
            socket.write(request());
          },
          data(socket, chunk) {
            const state = socket.data;
            state.pending += chunk.toString("latin1");
            const length = responseLength(state.pending);
            if (length === undefined || state.pending.length < length) return;
            if (!/^HTTP\/1\.1 20[04]/.test(state.pending)) failures += 1;
            const now = performance.now();
            times.push(now - state.sentAt);
            state.pending = state.pending.slice(length);
            state.sentAt = now;
            if (now < end) {
              inTime += 1;
              socket.write(request());
            } else {
              busy -= 1;
              if (busy === 0) idle.resolve();
            }
          },
        },
      });
    }),
  );
  // Requests that are still running would disturb the next measurement.
  await Promise.race([idle.promise, Bun.sleep(seconds * 1_000 + timeoutMs)]);
  for (const socket of sockets) socket.end();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
  return {
    requestsPerSecond: inTime / seconds,
    answered: times.length,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    failures: failures + busy,
  };
}

export function requestText(host: string, { method = "GET", path, headers = {}, body }: LoadRequest): string {
  const text = body === undefined ? "" : JSON.stringify(body);
  const entity = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(text)) };
  const lines = Object.entries({ Host: host, ...headers, ...entity }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${text}`;
}

function responseLength(text: string): number | undefined {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const length = /content-length: (\d+)/i.exec(text.slice(0, headEnd));
  return headEnd + 4 + Number(length?.[1] ?? 0);
}

if (import.meta.main) {
  const load = JSON.parse(process.argv[2] ?? "{}") as Load;
  if (load.core !== undefined) pin(process.pid, load.core);
  console.log(JSON.stringify(await runLoad(load)));
  process.exit(0);
}
