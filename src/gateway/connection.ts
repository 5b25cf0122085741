import type { ServerWebSocket } from "bun";
import type { ReadySelection } from "../declare/ready.ts";
import type { Announcement, Topic } from "../protocol/event.ts";
import { type CloseReason, closeCodes } from "./close-codes.ts";
import type { Codec } from "./codec.ts";
import type { ConnectQuery } from "./connect-query.ts";
import type { View } from "./view.ts";

export type Socket = ServerWebSocket<Connection>;

/** What the server knows of one socket. There are many of these, so it holds little. */
export class Connection {
  readonly codec: Codec;
  readonly wants: ReadySelection;
  /** In the address it connected to; tried once. */
  token: string | undefined;
  readonly refused: boolean;
  /** While Ready is put together: what was announced meanwhile. */
  missed: Announcement[] | undefined;
  /** Once it has its Ready. */
  view: View | undefined;
  sessionId: string | undefined;
  /** When it opened; once it has its Ready, when it last sent a Ping. */
  lastSign: number;
  failures = 0;
  frames = 0;
  framesSince = 0;
  /** Until when it follows the users of which servers. */
  following: Map<string, number> | undefined;
  /** Attempts to authenticate come one after another. */
  lastAttempt: Promise<void> = Promise.resolve();
  /** How many of them are not over yet. */
  attempts = 0;
  #socket: Socket | undefined;
  #forgivenBytes = 0;

  constructor(codec: Codec, { ready, token, refused }: ConnectQuery, now: number) {
    this.codec = codec;
    this.wants = ready;
    this.token = token;
    this.refused = refused;
    this.lastSign = now;
  }

  open(socket: Socket): void {
    this.#socket = socket;
  }

  get isOpen(): boolean {
    return this.#socket !== undefined;
  }

  /** From here on nothing reaches the client. */
  end(): void {
    this.#socket = undefined;
  }

  /** What waits to be read, apart from what was forgiven. */
  get waitingBytes(): number {
    return (this.#socket?.getBufferedAmount() ?? 0) - this.#forgivenBytes;
  }

  /** What waits now is not the client's fault: Ready may be large, and take its time. */
  forgiveBacklog(): void {
    this.#forgivenBytes = this.#socket?.getBufferedAmount() ?? 0;
  }

  /** Tells this connection alone. */
  tell(name: string, payload: object = {}): void {
    this.send(this.codec.encode(name, payload));
  }

  /** Less than 0 if the client does not keep up. */
  send(packet: string | Uint8Array<ArrayBuffer>): number {
    return this.#socket?.send(packet) ?? 0;
  }

  close(why: CloseReason): void {
    const { code, reason } = closeCodes[why];
    this.#socket?.close(code, reason);
  }

  subscribe(topic: Topic): void {
    this.#socket?.subscribe(nativeTopic(this.codec, topic));
  }

  unsubscribe(topic: Topic): void {
    this.#socket?.unsubscribe(nativeTopic(this.codec, topic));
  }
}

/** Packets differ by format, so each format has topics of its own. */
export function nativeTopic(codec: Codec, topic: Topic): string {
  return codec.format === "json" ? topic : `msgpack ${topic}`;
}
