import type { WebSocketHandler } from "bun";
import type { Config } from "../config/schema.ts";
import { touchSession } from "../domains/accounts/index.ts";
import type { Bus } from "../platform/bus/port.ts";
import { Semaphore } from "../platform/semaphore.ts";
import { type ClientMessage, readClientMessage } from "./client-message.ts";
import { closeReasonOf } from "./close-reason.ts";
import { jsonCodec } from "./codec.ts";
import { readConnectQuery } from "./connect-query.ts";
import { Connection } from "./connection.ts";
import {
  type HandshakeError,
  type HandshakeParts,
  type HandshakeResult,
  performHandshake,
} from "./handshake.ts";
import { closeGradually } from "./shutdown.ts";
import { Stream, type StreamParts } from "./stream.ts";

export interface GatewayParts extends HandshakeParts, Omit<StreamParts, "publish" | "onBacklog"> {
  readonly bus: Bus;
}

/** How many put their Ready together at once; more would only make each other wait. */
const parallelHandshakes = 8;
const tickMs = 1_000;
/** Noting it at every connection would be a write for each client that comes back after a restart. */
const seenAgainAfterMs = 60_000;
const lookForSlowMs = 50;
/** A token is short: what is longer is not worth the time to read it. */
const largestFromStranger = 8_192;
/** Past a limit of its own Bun leaves packets out. We never do: who cannot keep up is sent away before. */
const noLimit = 0;

/** The event stream's side towards clients: sockets, what they say, and how long they may stay. */
export class Gateway {
  readonly #parts: GatewayParts;
  readonly #settings: Config["events"];
  readonly #stream: Stream;
  readonly #handshakes = new Semaphore(parallelHandshakes);
  readonly #open = new Set<Connection>();
  readonly #backgroundTasks = new Set<Promise<unknown>>();
  readonly #timer: Timer;
  /** What could not be sent at once since somebody last looked for those who cannot keep up. */
  #backlog = 0;
  #slowTimer: Timer | undefined;
  #stopping = false;

  private constructor(parts: GatewayParts) {
    this.#parts = parts;
    this.#settings = parts.services.config.events;
    this.#stream = new Stream({
      ...parts,
      publish: (announcement) => this.#run(parts.bus.publish(announcement)),
      onBacklog: (bytes) => this.#countBacklog(bytes),
    });
    this.#timer = setInterval(() => this.tick(), tickMs);
  }

  static async start(parts: GatewayParts): Promise<Gateway> {
    const gateway = new Gateway(parts);
    await parts.bus.subscribe("all", (announcement) => gateway.#stream.hear(announcement));
    return gateway;
  }

  /** What a new socket carries as its data; undefined once nobody is let in any more. */
  invite(query: URLSearchParams): Connection | undefined {
    if (this.#stopping) return undefined;
    const asked = readConnectQuery(query);
    const codec = asked.format === "json" ? jsonCodec : this.#parts.msgpack;
    return new Connection(codec, asked, this.#now());
  }

  get sockets(): WebSocketHandler<Connection> {
    return {
      maxPayloadLength: this.#settings.frame_bytes,
      backpressureLimit: noLimit,
      // Silence is judged by the client's own pings.
      idleTimeout: 0,
      sendPings: false,
      perMessageDeflate: false,
      open: (socket) => {
        socket.data.open(socket);
        this.#welcome(socket.data);
      },
      message: ({ data: connection }, frame) => this.#receive(connection, frame),
      // Answered by Bun itself, but not for ever.
      ping: ({ data: connection }) => void this.#countFrame(connection),
      close: ({ data: connection }) => {
        connection.end();
        this.#open.delete(connection);
        this.#stream.leave(connection, this.#now());
      },
    };
  }

  /** Done every second: whatever depends on time alone. */
  tick(): void {
    const now = this.#now();
    for (const connection of this.#open) {
      const fault = closeReasonOf(connection, now, this.#settings);
      if (fault) connection.close(fault);
      else this.#stream.subscriptions.expire(connection, now);
    }
    this.#stream.tick(now);
  }

  /** Sends everybody away, not all at once, and waits for what is under way. */
  async stop(patienceMs: number): Promise<void> {
    this.#stopping = true;
    await closeGradually(this.#open, Math.min(this.#settings.shutdown_spread_ms, patienceMs));
    clearInterval(this.#timer);
    clearTimeout(this.#slowTimer);
    await Promise.allSettled(this.#backgroundTasks);
  }

  #now(): number {
    return this.#parts.services.clock.now();
  }

  #welcome(connection: Connection): void {
    this.#open.add(connection);
    const { token } = connection;
    connection.token = undefined;
    if (connection.refused) {
      connection.tell("Error", errorOf("LabelMe"));
      connection.close("refused");
    } else if (token !== undefined) this.#attempt(connection, token);
  }

  #receive(connection: Connection, frame: string | Uint8Array): void {
    if (!this.#countFrame(connection)) return;
    if (!connection.view && frame.length > largestFromStranger) return;
    const message = readClientMessage(connection.codec.decode(frame));
    if (message) this.#answer(connection, message);
  }

  /** Returns whether it may go on; else it is closed. */
  #countFrame(connection: Connection): boolean {
    const { frames, frames_window_ms } = this.#settings;
    const now = this.#now();
    const since = now - connection.framesSince;
    // Also where the clock was set back.
    if (since >= frames_window_ms || since < 0) {
      connection.framesSince = now;
      connection.frames = 0;
    }
    connection.frames += 1;
    if (connection.frames <= frames) return true;
    connection.close("tooManyFrames");
    return false;
  }

  #answer(connection: Connection, message: ClientMessage): void {
    const { view } = connection;
    const now = this.#now();
    if (message.type === "Authenticate") this.#attempt(connection, message.token);
    else if (message.type === "Ping") {
      // Strangers are not answered.
      if (view) connection.lastSign = now;
      if (view || connection.attempts > 0) connection.tell("Pong", { data: message.data });
    } else if (view) {
      if (message.type === "Subscribe") this.#stream.subscriptions.begin(connection, message.server_id, now);
      else if (message.type === "BeginTyping") this.#stream.typing.begin(view, message.channel, now);
      else this.#stream.typing.end(view.userId, message.channel);
    }
  }

  #attempt(connection: Connection, token: string): void {
    connection.attempts += 1;
    connection.lastAttempt = connection.lastAttempt
      .then(() => this.#authenticate(connection, token))
      .catch((error) => {
        this.#parts.services.log.error({ err: error }, "a connection could not be served");
        connection.tell("Error", errorOf("InternalError"));
        connection.close("internalError");
      })
      .finally(() => {
        connection.attempts -= 1;
      });
    this.#run(connection.lastAttempt);
  }

  async #authenticate(connection: Connection, token: string): Promise<void> {
    if (connection.view) {
      connection.tell("Error", errorOf("AlreadyAuthenticated"));
      return;
    }
    try {
      const outcome = await this.#handshakes.run(async () => {
        if (!connection.isOpen) return undefined;
        this.#stream.hold(connection);
        return performHandshake(this.#parts, token, connection.wants);
      });
      if (outcome === undefined || !connection.isOpen) return;
      if (typeof outcome === "string") this.#refuse(connection, outcome);
      else if (this.#stream.countOf(outcome.view.userId) >= this.#settings.connections)
        connection.close("tooManyConnections");
      else this.#admit(connection, outcome);
    } finally {
      this.#stream.release(connection);
    }
  }

  #admit(connection: Connection, admitted: HandshakeResult): void {
    connection.lastSign = this.#now();
    this.#stream.join(connection, admitted);
    const { session } = admitted;
    if (session && this.#now() - session.lastSeen >= seenAgainAfterMs)
      this.#run(this.#parts.store.write((tx) => touchSession(tx, session.id, this.#now())));
  }

  #refuse(connection: Connection, why: HandshakeError): void {
    connection.failures += 1;
    connection.tell("Error", errorOf(why));
    if (connection.failures >= this.#settings.failed_authentications) connection.close("tooManyFailures");
  }

  /** Looks for those who cannot keep up soon, or at once if much has come together for one of them. */
  #countBacklog(bytes: number): void {
    this.#backlog += bytes;
    if (this.#backlog > this.#settings.send_queue_bytes) this.#closeSlow();
    else this.#slowTimer ??= setTimeout(() => this.#closeSlow(), lookForSlowMs);
  }

  #closeSlow(): void {
    clearTimeout(this.#slowTimer);
    this.#slowTimer = undefined;
    this.#backlog = 0;
    for (const connection of this.#open)
      if (connection.waitingBytes > this.#settings.send_queue_bytes) connection.close("tooSlow");
  }

  /** Something that nobody waits for, except at the end. */
  #run(errand: Promise<unknown>): void {
    const done = errand
      .catch((error) =>
        this.#parts.services.log.error({ err: error }, "the event stream failed at something"),
      )
      .finally(() => this.#backgroundTasks.delete(done));
    this.#backgroundTasks.add(done);
  }
}

/** In both forms that clients know. */
function errorOf(type: string): object {
  return { error: type, data: { type } };
}
