import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import type { LookupFunction } from "node:net";
import type { Target } from "./find-target.ts";
import { OutboundError } from "./port.ts";

export interface Request {
  readonly method: "GET" | "HEAD" | "POST";
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

const maxHeaderSize = 16_384;

/** Asks once, at one of the checked addresses, on a connection of its own that ends with the signal. */
export function exchange(
  { url, host, addresses }: Target,
  { method, headers, body }: Request,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const [first] = addresses;
  const lookup: LookupFunction = (_name, { all }, found) =>
    all ? found(null, [...addresses]) : found(null, first.address, first.family);
  const send = url.protocol === "https:" ? requestSecure : requestPlain;
  const request = send({
    method,
    headers: { ...headers, host: url.host, connection: "close", "accept-encoding": "gzip" },
    host,
    port: url.port,
    path: url.pathname + url.search,
    lookup,
    // A kept connection could lead to where another name led.
    agent: false,
    // Said here, so that nothing in the environment says otherwise.
    rejectUnauthorized: true,
    insecureHTTPParser: false,
    maxHeaderSize,
    signal,
  });
  request.on("error", reject);
  request.on("close", () => reject(new OutboundError("bad-answer", "no answer of HTTP")));
  request.on("response", (message) => {
    // Whoever reads it hears of errors; one that nobody reads must not bring the process down.
    message.on("error", () => {});
    resolve(message);
  });
  request.end(body);
  return promise;
}
