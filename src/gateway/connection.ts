import type { ServerWebSocket } from "bun";
import type { Config } from "../config/schema.ts";
import type { ReadySelection } from "../declare/ready.ts";
import type { Topic } from "../visibility/announcement.ts";
import { type CloseReason, closeCodes } from "./close-codes.ts";
import type { Codec } from "./codec.ts";
import type { ConnectQuery, ResumeRequest } from "./connect-query.ts";
import type { View } from "./view.ts";

export type Socket = ServerWebSocket<Connection>;

interface ConnectionOptions extends ConnectQuery {
  readonly address?: string;
}

/** The state of one socket. There are many of these, so it holds little. */
export class Connection {
  readonly codec: Codec;
  readonly readySelection: ReadySelection;
  /** The rate limit key of the client's address. */
  readonly address: string;
  /** The token in the address, until the one attempt to authenticate with it. */
  token: string | undefined;
  readonly refused: boolean;
  /** Set once Ready is sent. */
  view: View | undefined;
  sessionId: string | undefined;
  /** When the connection opened; from Ready on, when Ready was sent or the client last sent a Ping, or when it closed. */
  lastActiveAt: number;
  failedAuthentications = 0;
  frames = 0;
  framesSince = 0;
  /** When each subscription to the users of a server expires, by the id of the server. */
  serverSubscriptions: Map<string, number> | undefined;
  /** What the client wants to resume, until the one attempt. */
  resume: ResumeRequest | undefined;
  /** The id with which the client can resume this connection, if it asked for one. */
  resumableAs: string | undefined;
  /** Attempts to authenticate run one after another. */
  lastAuthentication: Promise<void> = Promise.resolve();
  pendingAuthentications = 0;
  #socket: Socket | undefined;
  #excludedBytes = 0;

  constructor(codec: Codec, { ready, token, refused, resume, address = "" }: ConnectionOptions, now: number) {
    this.codec = codec;
    this.address = address;
    this.readySelection = ready;
    this.token = token;
    this.refused = refused;
    this.resume = typeof resume === "object" ? resume : undefined;
    this.lastActiveAt = now;
  }

  open(socket: Socket): void {
    this.#socket = socket;
  }

  get isOpen(): boolean {
    return this.#socket !== undefined;
  }

  /** Drops the reference to the closed socket: later sends and subscriptions do nothing. */
  detach(): void {
    this.#socket = undefined;
  }

  /** The bytes that wait to be sent. */
  get queuedBytes(): number {
    return this.#socket?.getBufferedAmount() ?? 0;
  }

  /** The bytes that wait to be sent, without those that `excludeBacklog` has excluded. */
  get waitingBytes(): number {
    return this.queuedBytes - this.#excludedBytes;
  }

  /** Excludes the bytes that wait now from `waitingBytes`: a large Ready is not the fault of a slow client. */
  excludeBacklog(): void {
    this.#excludedBytes = this.queuedBytes;
  }

  sendEvent(name: string, payload: object = {}): void {
    this.send(this.codec.encode(name, payload));
  }

  /** Returns a number below 0 if the client does not keep up. */
  send(packet: string | Uint8Array<ArrayBuffer>): number {
    return this.#socket?.send(packet) ?? 0;
  }

  /** Joins what is sent in the meantime into as few writes as possible. */
  sendTogether(send: () => void): void {
    this.#socket?.cork(send);
  }

  close(why: CloseReason): void {
    const { code, reason } = closeCodes[why];
    this.#socket?.close(code, reason);
  }

  /** Closes the socket without a close frame, and drops what waits to be sent. */
  terminate(): void {
    this.#socket?.terminate();
  }

  subscribe(topic: Topic): void {
    this.#socket?.subscribe(topicInFormat(this.codec, topic));
  }

  unsubscribe(topic: Topic): void {
    this.#socket?.unsubscribe(topicInFormat(this.codec, topic));
  }
}

/** The name of a native topic at the socket server: packets differ by codec, so each codec has topics of its own. */
export function topicInFormat(codec: Codec, topic: Topic): string {
  if (codec.plain) return `${codec.format} positions ${topic}`;
  return codec.format === "json" ? topic : `msgpack ${topic}`;
}

/** Why a connection must be closed, if one of its time limits is exceeded. */
export function closeReasonOf(
  connection: Connection,
  now: number,
  limits: Config["events"],
): CloseReason | undefined {
  const inactiveMs = now - connection.lastActiveAt;
  if (connection.view) return inactiveMs >= limits.ping_within_ms ? "silent" : undefined;
  // A slow authentication is the server's fault, not the client's.
  if (connection.pendingAuthentications > 0) return undefined;
  return inactiveMs >= limits.authenticate_within_ms ? "notAuthenticated" : undefined;
}

const maxClosePauseMs = 50;

/**
 * Closes all connections. A few are closed quickly; many are spread over the whole time, so that their clients do not
 * all reconnect at the same moment.
 */
export async function closeGradually(open: ReadonlySet<Connection>, spreadMs: number): Promise<void> {
  const pauseMs = Math.min(maxClosePauseMs, spreadMs / Math.max(1, open.size));
  const startedAt = performance.now();
  let closed = 0;
  for (const connection of [...open]) {
    const earlyMs = closed * pauseMs - (performance.now() - startedAt);
    if (earlyMs > 1) await Bun.sleep(earlyMs);
    connection.close("restarting");
    closed += 1;
  }
}
