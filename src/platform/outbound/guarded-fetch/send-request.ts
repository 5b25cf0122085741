import type { IncomingMessage } from "node:http";
import type { LookupFunction } from "node:net";
import { OutboundError } from "../port.ts";
import type { RequestTarget } from "./resolve-target.ts";

export interface OutboundRequest {
  readonly method: "GET" | "HEAD" | "POST";
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

const maxHeaderSize = 16_384;

/** Sends a request to one of the checked addresses, on a connection of its own that ends with the signal. */
export function sendRequest(
  { url, host, addresses }: RequestTarget,
  { method, headers, body }: OutboundRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const [first] = addresses;
  const lookup: LookupFunction = (_name, { all }, done) =>
    all ? done(null, [...addresses]) : done(null, first.address, first.family);
  const protocol = process.getBuiltinModule(url.protocol === "https:" ? "node:https" : "node:http");
  const request = protocol.request({
    method,
    headers: { ...headers, host: url.host, connection: "close", "accept-encoding": "gzip" },
    host,
    port: url.port,
    path: url.pathname + url.search,
    lookup,
    // A pooled connection may have been opened for another name.
    agent: false,
    // Set here, so that environment variables cannot change it.
    rejectUnauthorized: true,
    insecureHTTPParser: false,
    maxHeaderSize,
    signal,
  });
  request.on("error", reject);
  request.on("close", () => reject(new OutboundError("bad-response", "no HTTP response")));
  request.on("response", (message) => {
    // The reader of the body gets errors; without a listener an unread body's error would end the process.
    message.on("error", () => {});
    resolve(message);
  });
  request.end(body);
  return promise;
}
