import type { Server, ServerWebSocket, WebSocketHandler } from "bun";
import type { Signalling } from "./port.ts";
import { SignalRelay } from "./signal-relay.ts";

/** The largest message of a client: a session description for several hundred participants. */
const maxSignalBytes = 1_048_576;

/**
 * The sockets of LiveKit that clients use, by their path at this server. No other address of LiveKit can be reached
 * through this server, least of all its API for operators.
 */
const signalPaths: Readonly<Record<string, string>> = {
  "/livekit/rtc": "/rtc",
  "/livekit/rtc/v1": "/rtc/v1",
};

export function isSignalPath(path: string): boolean {
  return Object.hasOwn(signalPaths, path);
}

/** The token of a client: in the header or, for browsers, in the query. */
export function findToken(request: Request, query: URLSearchParams): string | undefined {
  const header = request.headers.get("authorization");
  if (header !== null) return /^Bearer (.+)$/.exec(header)?.[1];
  return query.get("access_token") ?? undefined;
}

interface RelayDependencies {
  readonly server: Server<SignalRelay>;
  readonly signalling: Pick<Signalling, "url">;
  /** The response that refuses a client with this token, or undefined. */
  refusalFor(token: string | undefined): Promise<Response | undefined>;
}

/** Upgrades the request once this server and LiveKit have accepted the client. */
export async function relaySignals(
  request: Request,
  path: string,
  { server, signalling, refusalFor }: RelayDependencies,
): Promise<Response | undefined> {
  const mark = request.url.indexOf("?");
  const query = new URLSearchParams(mark < 0 ? "" : request.url.slice(mark));
  const token = findToken(request, query);
  const refusal = await refusalFor(token);
  if (refusal) return refusal;
  // In the header, where LiveKit looks first: it must not read another token than the one that was checked.
  query.delete("access_token");
  const agent = request.headers.get("user-agent");
  const relay = await SignalRelay.connect(`${signalling.url}${signalPaths[path]}?${query}`, {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(agent !== null && { "user-agent": agent }),
  });
  // Clients learn the reason from the address that validates.
  if (!relay) return new Response("LiveKit refused the connection", { status: 502 });
  if (server.upgrade(request, { data: relay })) return undefined;
  relay.abandon();
  return new Response("Expected a WebSocket", { status: 400 });
}

/** Handles sockets of two kinds, since a server has only one handler: relays, and those of another handler. */
export function withRelays<T extends object>(others: WebSocketHandler<T>): WebSocketHandler<T | SignalRelay> {
  type Either = ServerWebSocket<T | SignalRelay>;
  const isRelay = (socket: Either): socket is ServerWebSocket<SignalRelay> & Either =>
    socket.data instanceof SignalRelay;
  const other = (socket: Either) => socket as ServerWebSocket<T>;
  return {
    ...others,
    data: undefined as never,
    maxPayloadLength: Math.max(maxSignalBytes, others.maxPayloadLength ?? 0),
    open: (socket) => (isRelay(socket) ? socket.data.open(socket) : others.open?.(other(socket))),
    message: (socket, message) =>
      isRelay(socket) ? socket.data.receive(message) : others.message?.(other(socket), message),
    drain: (socket) => (isRelay(socket) ? socket.data.drain() : others.drain?.(other(socket))),
    close: (socket, code, reason) =>
      isRelay(socket) ? socket.data.close(code, reason) : others.close?.(other(socket), code, reason),
    ping: (socket, data) => (isRelay(socket) ? undefined : others.ping?.(other(socket), data)),
    pong: (socket, data) => (isRelay(socket) ? undefined : others.pong?.(other(socket), data)),
  };
}
