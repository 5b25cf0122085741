import { connect } from "node:net";
import type { TestServer } from "../server/server.ts";
import { patienceMs } from "../until.ts";

export interface RawResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/**
 * Sends these bytes and reads the response until the server closes the connection. For requests that no HTTP library
 * would send, and responses that it would normalise.
 */
export async function sendRaw(
  { running }: Pick<TestServer, "running">,
  request: string | Uint8Array,
): Promise<RawResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let received = "";
  const socket = connect(running.port, "127.0.0.1", () => socket.write(request));
  socket.setEncoding("latin1");
  socket.setTimeout(patienceMs, () => reject(new Error(`the response did not end; received: ${received}`)));
  socket.on("data", (chunk) => {
    received += chunk;
  });
  socket.on("error", reject);
  socket.on("close", () => resolve(received));
  try {
    return parseResponse(await promise);
  } finally {
    socket.destroy();
  }
}

/** A request that asks the server to close the connection after the response. */
export function rawRequest(line: string, headers: Record<string, string> = {}, body = ""): string {
  const all = { Host: "localhost", Connection: "close", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

function parseResponse(text: string): RawResponse {
  const end = text.indexOf("\r\n\r\n");
  const [line = "", ...fields] = text.slice(0, end).split("\r\n");
  const headers = fields.map((field): [string, string] => {
    const colon = field.indexOf(":");
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
  });
  return { status: Number(line.split(" ")[1]), headers: new Map(headers), body: text.slice(end + 4) };
}

/** Sends these bytes and disconnects without waiting for a response. */
export async function sendAndDisconnect(
  { running }: Pick<TestServer, "running">,
  request: string,
  isReceived: () => Promise<unknown> = async () => {},
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const disconnect = () => isReceived().then(() => socket.destroy(), reject);
  const socket = connect(running.port, "127.0.0.1", () => socket.write(request, disconnect));
  socket.on("error", reject);
  socket.on("close", () => resolve());
  await promise;
}

export interface OpenConnection extends AsyncDisposable {
  readonly received: string;
}

/** Sends a head, sends the body only after the response has begun, and stays connected. */
export async function sendBodyAfterResponse(
  { running }: Pick<TestServer, "running">,
  head: string,
  body: string,
): Promise<OpenConnection> {
  const response = Promise.withResolvers<string>();
  const socket = connect(running.port, "127.0.0.1", () => socket.write(head));
  socket.on("data", (chunk) => response.resolve(chunk.toString("latin1")));
  // The server may close the connection after its response.
  socket.on("error", response.reject);
  const received = await response.promise;
  await new Promise((resolve) => socket.write(body, resolve));
  return {
    received,
    async [Symbol.asyncDispose]() {
      socket.destroy();
    },
  };
}
