import { connect } from "node:net";
import type { TestServer } from "./server.ts";

export interface RawAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const patienceMs = 5_000;

/**
 * Sends these very bytes and returns what comes back until the server closes: for requests that no HTTP library
 * would make, and answers that it would tidy up.
 */
export async function sendRaw(
  { running }: Pick<TestServer, "running">,
  request: string | Uint8Array,
): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let received = "";
  const socket = connect(running.port, "127.0.0.1", () => socket.write(request));
  socket.setEncoding("latin1");
  socket.setTimeout(patienceMs, () => reject(new Error(`no end of the answer; so far: ${received}`)));
  socket.on("data", (chunk) => {
    received += chunk;
  });
  socket.on("error", reject);
  socket.on("close", () => resolve(received));
  try {
    return parseAnswer(await promise);
  } finally {
    socket.destroy();
  }
}

/** A request in one piece, after which the server is asked to close. */
export function rawRequest(line: string, headers: Record<string, string> = {}, body = ""): string {
  const all = { Host: "localhost", Connection: "close", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf("\r\n\r\n");
  const [line = "", ...fields] = text.slice(0, end).split("\r\n");
  const headers = fields.map((field): [string, string] => {
    const colon = field.indexOf(":");
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
  });
  return { status: Number(line.split(" ")[1]), headers: new Map(headers), body: text.slice(end + 4) };
}

/** Sends these bytes and hangs up without waiting for an answer. */
export async function breakOff({ running }: Pick<TestServer, "running">, request: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect(running.port, "127.0.0.1", () => socket.write(request, () => socket.destroy()));
  socket.on("error", reject);
  socket.on("close", () => resolve());
  await promise;
}

export interface OpenConnection extends AsyncDisposable {
  readonly received: string;
}

/** Sends a head, waits for the answer to begin, only then sends the body, and stays connected as long as it may. */
export async function answeredEarly(
  { running }: Pick<TestServer, "running">,
  head: string,
  body: string,
): Promise<OpenConnection> {
  const answer = Promise.withResolvers<string>();
  const socket = connect(running.port, "127.0.0.1", () => socket.write(head));
  socket.on("data", (chunk) => answer.resolve(chunk.toString("latin1")));
  // Once it has answered, the server may hang up on us.
  socket.on("error", answer.reject);
  const received = await answer.promise;
  await new Promise((resolve) => socket.write(body, resolve));
  return {
    received,
    async [Symbol.asyncDispose]() {
      socket.destroy();
    },
  };
}
