import { afterEach, beforeEach } from "bun:test";
import { appendFileSync } from "node:fs";
import { decode } from "@msgpack/msgpack";
import type { Observation } from "./observation.ts";

/** What the running test has sent and received, without repetitions. */
const seen = new Set<string>();
const note = (observation: Observation) => seen.add(JSON.stringify(observation));

/** The headers of requests that mean something to the server. */
const notedHeaders = ["x-session-token", "x-bot-token", "x-mfa-ticket", "idempotency-key"];

/**
 * Appends to the file a line for each test, in the order of the tests: what it sent over HTTP and the event stream, and
 * what it received. Requests before the first test of a block are nobody's.
 */
export function recordTraffic(file: string): void {
  globalThis.fetch = Object.assign(recordingFetch(globalThis.fetch), { preconnect: fetch.preconnect });
  globalThis.WebSocket = recordingSocket(globalThis.WebSocket);
  beforeEach(() => seen.clear());
  afterEach(() => appendFileSync(file, `[${[...seen].join(",")}]\n`));
}

function recordingFetch(send: typeof fetch) {
  return async (...[input, init]: Parameters<typeof fetch>): Promise<Response> => {
    const response = await send(input, init);
    // No second Request is made of them, because that would take the body away from the first.
    const request = input instanceof Request ? input : undefined;
    const method = init?.method ?? request?.method ?? "GET";
    const headers = new Headers((init?.headers ?? request?.headers) as Headers | undefined);
    const { pathname, searchParams } = new URL(request?.url ?? String(input));
    const type = response.headers.get("content-type") ?? "";
    const reply: unknown = type.startsWith("application/json")
      ? await response
          .clone()
          .json()
          .catch(() => undefined)
      : undefined;
    note({
      kind: "call",
      method,
      path: pathname,
      query: [...new Set(searchParams.keys())],
      headers: notedHeaders.filter((name) => headers.has(name)),
      status: response.status,
      type,
      fields: fieldsOf(reply),
      limits: [...response.headers.keys()].filter((name) => name.startsWith("x-ratelimit-")),
      ...(response.status >= 400 && { error: errorOf(reply) }),
    });
    return response;
  };
}

function recordingSocket(Socket: typeof WebSocket): typeof WebSocket {
  return class extends Socket {
    constructor(url: string | URL, options?: Bun.WebSocketOptions | string | string[]) {
      super(url, options as Bun.WebSocketOptions);
      const { searchParams } = new URL(this.url);
      note({
        kind: "connect",
        parameters: [...searchParams].map(([name, value]) => (name === "token" ? name : `${name}=${value}`)),
      });
      this.addEventListener("message", ({ data }) => notePacket("received", data));
    }

    override send(data: Parameters<WebSocket["send"]>[0]): void {
      notePacket("sent", data);
      super.send(data);
    }
  };
}

/** Tests also send what is no packet. */
function notePacket(kind: "sent" | "received", data: unknown): void {
  let packet: unknown;
  try {
    packet = typeof data === "string" ? JSON.parse(data) : decode(data as Uint8Array);
  } catch {
    return;
  }
  for (const each of packetsIn(packet))
    note({ kind, type: String(each.type), fields: fieldsOf(each), error: errorOf(each, "error") });
}

/** The packet itself, and those that a Bulk holds. */
function packetsIn(packet: unknown): Record<string, unknown>[] {
  if (typeof packet !== "object" || packet === null || !("type" in packet)) return [];
  const { type, v } = packet as { type: unknown; v?: unknown };
  const inner: Record<string, unknown>[] = type === "Bulk" && Array.isArray(v) ? v : [];
  return [packet as Record<string, unknown>, ...inner];
}

function errorOf(value: unknown, field = "type"): string | undefined {
  const error = typeof value === "object" && value !== null ? Reflect.get(value, field) : undefined;
  return typeof error === "string" ? error : undefined;
}

/**
 * The paths of all fields, to a depth of three. `[]` stands for the items of a list, or holds the item itself if that is
 * text.
 */
function fieldsOf(value: unknown, prefix = "", depth = 0): string[] {
  if (typeof value !== "object" || value === null || depth > 2) return [];
  if (Array.isArray(value)) {
    const paths = value
      .slice(0, 50)
      .flatMap((item) =>
        typeof item === "string" ? [`${prefix}[${item}]`] : fieldsOf(item, `${prefix}[]`, depth + 1),
      );
    return [...new Set(paths)];
  }
  return Object.entries(value).flatMap(([key, child]) => {
    const path = prefix === "" ? key : `${prefix}.${key}`;
    return [path, ...fieldsOf(child, path, depth + 1)];
  });
}
