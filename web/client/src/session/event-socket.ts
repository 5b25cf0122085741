import type { ClientEvent, Packet, PlacedPacket } from "../../../protocol/events.ts";
import { ResumedPackets } from "./resumed-packets.ts";

/** How often a Ping is sent, and how long the Pong may take, in milliseconds. */
const heartbeatMs = 30_000;
const patienceMs = 10_000;
/** The longest pause between two attempts, in milliseconds. */
const longestPauseMs = 8_000;

interface SocketHandlers {
  /** The connection was lost, or could not be made; another attempt follows. */
  onClose(): void;
  onPacket(packet: Packet): void;
}

/** A connection to the event stream that is resumed or reconnected whenever it is lost, until it is closed. */
export class EventSocket {
  readonly #url: string;
  readonly #token: string;
  readonly #handlers: SocketHandlers;
  readonly #resumed = new ResumedPackets();
  #socket: WebSocket | undefined;
  #failures = 0;
  #isClosed = false;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** Ends an attempt, or a connection, that receives nothing. */
  #deadline: ReturnType<typeof setTimeout> | undefined;
  readonly #heartbeat: ReturnType<typeof setInterval>;

  constructor(url: string, token: string, handlers: SocketHandlers) {
    this.#url = url;
    this.#token = token;
    this.#handlers = handlers;
    this.#heartbeat = setInterval(() => this.#ping(), heartbeatMs);
    this.#open();
  }

  /** What is sent while there is no connection is dropped: all of it is outdated soon. */
  send(event: ClientEvent): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(event));
  }

  /** Checks now whether the server can be reached: connects instead of waiting, or sends a Ping. */
  retry(): void {
    if (this.#isClosed) return;
    if (this.#socket) this.#ping();
    else {
      clearTimeout(this.#retryTimer);
      this.#open();
    }
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#deadline);
    this.#socket?.close();
    this.#socket = undefined;
  }

  #open(): void {
    const socket = new WebSocket(this.#resumed.address(this.#url));
    this.#socket = socket;
    this.#expectPacket();
    socket.addEventListener("open", () => this.send({ type: "Authenticate", token: this.#token }));
    socket.addEventListener("message", ({ data }) => {
      if (socket !== this.#socket) return;
      const packet: PlacedPacket = JSON.parse(data);
      const complete = this.#resumed.take(packet);
      clearTimeout(this.#deadline);
      if (packet.type === "Ready" || packet.type === "Resumed") this.#failures = 0;
      // Until Ready, or what was missed, the attempt is not over.
      if (packet.type === "Authenticated" || !complete) this.#expectPacket();
      if (complete) this.#handlers.onPacket(complete);
    });
    socket.addEventListener("close", () => this.#lose(socket));
  }

  #ping(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.send({ type: "Ping", data: Date.now() });
    this.#expectPacket();
  }

  #expectPacket(): void {
    clearTimeout(this.#deadline);
    const socket = this.#socket;
    this.#deadline = setTimeout(() => {
      // A socket without a network may take minutes to close.
      socket?.close();
      if (socket) this.#lose(socket);
    }, patienceMs);
  }

  #lose(socket: WebSocket): void {
    if (socket !== this.#socket || this.#isClosed) return;
    clearTimeout(this.#deadline);
    this.#socket = undefined;
    this.#failures += 1;
    // A server that restarts is back within seconds, and random pauses keep its clients from connecting all at once.
    const pause = Math.min((2 ** this.#failures - 1) * 1_000, longestPauseMs) * (0.5 + Math.random());
    this.#retryTimer = setTimeout(() => this.#open(), pause);
    this.#handlers.onClose();
  }
}
