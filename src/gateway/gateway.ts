import type { WebSocketHandler } from "bun";
import type { Config } from "../config/schema.ts";
import { touchSession } from "../domains/accounts/index.ts";
import type { Counters } from "../platform/counters/port.ts";
import { digestToken } from "../platform/secrets/vault.ts";
import { type ClientMessage, readClientMessage } from "./client-message.ts";
import { type Codec, jsonCodec, jsonWithPositions, withPositions } from "./codec.ts";
import { ConnectLimits } from "./connect-limits.ts";
import { queryPairsOf, type ResumeRequest, readConnectQuery } from "./connect-query.ts";
import { Connection, closeGradually, closeReasonOf } from "./connection.ts";
import type { Publisher } from "./delivery.ts";
import {
  findCaller,
  type HandshakeDependencies,
  type HandshakeError,
  performHandshakes,
  type StreamCaller,
} from "./handshake.ts";
import { connectRefusals, gaugeConnections, resumes, slowReadersClosed } from "./metrics.ts";
import { PresenceAnnouncer } from "./presence-announcer.ts";
import { findVisibleUser, presenceEvent } from "./presence-events.ts";
import { ReadyQueue } from "./ready-queue.ts";
import { SendQueues } from "./send-queues.ts";
import { Stream, type StreamDependencies } from "./stream.ts";

interface GatewayDependencies
  extends HandshakeDependencies,
    Omit<StreamDependencies, "publish" | "publishHere" | "publisher" | "onBacklog" | "announcer"> {
  readonly counters: Counters;
}

const tickMs = 1_000;
/** Otherwise every client that reconnects after a restart would cause a write. */
const lastSeenResolutionMs = 60_000;
/** A token is short, so a longer frame is not worth the time to decode it. */
const maxUnauthenticatedFrameBytes = 8_192;
/** Bun drops packets past its own limit. We never do: a client that cannot keep up is closed before. */
const noBackpressureLimit = 0;

/**
 * Serves the sockets of the event stream: their messages, their limits and their end. Nobody can connect and no event
 * is received before `start`, which needs the listener: so every part exists when the first event comes.
 */
export class Gateway {
  readonly #dependencies: GatewayDependencies;
  readonly #settings: Config["events"];
  readonly #codecsWithPositions: Readonly<Record<Codec["format"], Codec>>;
  readonly #resumes;
  readonly #stream: Stream;
  /** For changes of presence that other nodes report. */
  readonly announcer: PresenceAnnouncer;
  readonly #limits: ConnectLimits;
  readonly #readyQueue: ReadyQueue;
  readonly #open = new Set<Connection>();
  readonly #sendQueues: SendQueues;
  readonly #backgroundTasks = new Set<Promise<unknown>>();
  #timer: Timer | undefined;
  /** The topics of the listener; undefined until it is there. */
  #listener: Publisher | undefined;
  #receivesEvents = false;
  #stopping = false;

  constructor(dependencies: GatewayDependencies) {
    this.#dependencies = dependencies;
    this.#settings = dependencies.services.config.events;
    this.#codecsWithPositions = {
      json: jsonWithPositions,
      msgpack: withPositions(dependencies.msgpack),
    };
    this.announcer = new PresenceAnnouncer({
      ...dependencies,
      findAnnouncement: async (userId) =>
        presenceEvent(
          await dependencies.store.read((db) => findVisibleUser(db, userId)),
          true,
          this.#settings,
        ),
      onError: (error) => this.#logFailure(error),
    });
    this.#stream = new Stream({
      ...dependencies,
      announcer: this.announcer,
      publish: (announcement) => this.#runInBackground(dependencies.bus.publish(announcement)),
      publishHere: (announcement) => dependencies.bus.publishHere(announcement),
      publisher: {
        publish: (topic, packet) => this.#listener?.publish(topic, packet) ?? 0,
        subscriberCount: (topic) => this.#listener?.subscriberCount(topic) ?? 0,
      },
      onBacklog: (bytes) => this.#sendQueues.count(bytes),
    });
    const { config, metrics } = dependencies.services;
    gaugeConnections(metrics, this.#open);
    this.#resumes = metrics.labelledCounter(resumes);
    this.#sendQueues = new SendQueues(this.#open, this.#settings, metrics.counter(slowReadersClosed));
    this.#limits = new ConnectLimits(dependencies.counters, config, metrics.labelledCounter(connectRefusals));
    this.#readyQueue = new ReadyQueue(
      (request, digests) => performHandshakes(dependencies, request, digests),
      this.#settings.waiting_handshakes,
    );
  }

  /** Receives events from now on, and delivers them to the connections of this listener. */
  async start(listener: Publisher): Promise<void> {
    const { bus, services } = this.#dependencies;
    bus.onGap((reason) => {
      services.log.error({ reason }, "events may be missing; all event streams are closed");
      this.reset();
    });
    this.#listener = listener;
    await bus.subscribe("all", (announcement) => this.#stream.receive(announcement));
    this.#receivesEvents = true;
    this.#timer = setInterval(() => this.tick(), tickMs);
  }

  /** Creates the data of a new socket; undefined before the gateway has started and once it is stopping. */
  createConnection(url: string, address: string): Connection | undefined {
    if (!this.#receivesEvents || this.#stopping || !this.#dependencies.bus.isCurrent) return undefined;
    const query = readConnectQuery(queryPairsOf(url));
    const plain = query.format === "json" ? jsonCodec : this.#dependencies.msgpack;
    const canResume = query.resume !== undefined && this.#settings.resume_window_ms > 0;
    const codec = canResume ? this.#codecsWithPositions[query.format] : plain;
    return new Connection(codec, { ...query, address }, this.#now());
  }

  get sockets(): WebSocketHandler<Connection> {
    return {
      maxPayloadLength: this.#settings.frame_bytes,
      backpressureLimit: noBackpressureLimit,
      // The gateway closes silent connections itself, by the Ping messages of the client.
      idleTimeout: 0,
      sendPings: false,
      perMessageDeflate: false,
      open: (socket) => {
        socket.data.open(socket);
        this.#onOpen(socket.data);
      },
      message: ({ data: connection }, frame) => this.#receive(connection, frame),
      // Bun answers pings of the protocol itself; they count against the limit of frames.
      ping: ({ data: connection }) => void this.#countFrame(connection),
      close: ({ data: connection }) => {
        connection.detach();
        this.#open.delete(connection);
        this.#stream.leave(connection, this.#now());
      },
    };
  }

  /** Does what depends on time alone; runs every second. */
  tick(): void {
    const now = this.#now();
    this.#sendQueues.enforce();
    for (const connection of this.#open) {
      const reason = closeReasonOf(connection, now, this.#settings);
      if (reason) connection.close(reason);
      else this.#stream.subscriptions.expire(connection, now);
    }
    this.#stream.tick(now);
    this.announcer.announceWaiting();
  }

  /** Closes all connections because events may be missing. Their clients connect again and get a new Ready. */
  reset(): void {
    this.#stream.reset([...this.#open], this.#now());
  }

  /** The number of open connections. */
  get connections(): number {
    return this.#open.size;
  }

  /** Closes all connections gradually and waits for background tasks. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopping = true;
    await closeGradually(this.#open, Math.min(this.#settings.shutdown_spread_ms, timeoutMs));
    clearInterval(this.#timer);
    this.#sendQueues.stop();
    await Promise.allSettled([...this.#backgroundTasks, this.announcer.settle()]);
  }

  #now(): number {
    return this.#dependencies.services.clock.now();
  }

  #onOpen(connection: Connection): void {
    this.#open.add(connection);
    // Attempts to authenticate wait for the count.
    connection.lastAuthentication = this.#limits.countAddress(connection.address).then((isAllowed) => {
      if (!isAllowed) connection.close("tooManyConnects");
    });
    const { token } = connection;
    connection.token = undefined;
    if (connection.refused) {
      connection.sendEvent("Error", errorPayload("LabelMe"));
      connection.close("refused");
    } else if (token !== undefined) this.#queueAuthentication(connection, token);
  }

  #receive(connection: Connection, frame: string | Uint8Array): void {
    if (!this.#countFrame(connection)) return;
    // The socket server may accept larger frames, for sockets of other kinds.
    if (Buffer.byteLength(frame) > this.#settings.frame_bytes) {
      connection.close("frameTooLarge");
      return;
    }
    if (!connection.view && frame.length > maxUnauthenticatedFrameBytes) return;
    const message = readClientMessage(connection.codec.decode(frame));
    if (message) this.#handleMessage(connection, message);
  }

  /** Returns whether the connection stays open. */
  #countFrame(connection: Connection): boolean {
    const { frames, frames_window_ms } = this.#settings;
    const now = this.#now();
    const elapsedMs = now - connection.framesSince;
    // Below 0 if the clock was set back.
    if (elapsedMs >= frames_window_ms || elapsedMs < 0) {
      connection.framesSince = now;
      connection.frames = 0;
    }
    connection.frames += 1;
    if (connection.frames <= frames) return true;
    connection.close("tooManyFrames");
    return false;
  }

  #handleMessage(connection: Connection, message: ClientMessage): void {
    const { view } = connection;
    const now = this.#now();
    if (message.type === "Authenticate") this.#queueAuthentication(connection, message.token);
    else if (message.type === "Ping") {
      // A connection that has not sent a token gets no Pong.
      if (view) connection.lastActiveAt = now;
      if (view || connection.pendingAuthentications > 0) this.#answer(connection, message.data);
    } else if (view) {
      if (message.type === "Subscribe")
        this.#stream.subscriptions.subscribe(connection, message.server_id, now);
      else if (message.type === "BeginTyping") this.#stream.typing.begin(view, message.channel, now);
      else this.#stream.typing.end(view, message.channel, now);
    }
  }

  /** Tells clients that can resume where the stream is: they may not have received a packet for long. */
  #answer(connection: Connection, data: unknown): void {
    const isResumable = connection.view && connection.resumableAs !== undefined;
    connection.sendEvent(
      "Pong",
      isResumable ? { data, position: this.#stream.resumption.position } : { data },
    );
  }

  #queueAuthentication(connection: Connection, token: string): void {
    connection.pendingAuthentications += 1;
    connection.lastAuthentication = this.#authenticateNext(connection, token);
    this.#runInBackground(connection.lastAuthentication);
  }

  async #authenticateNext(connection: Connection, token: string): Promise<void> {
    try {
      await connection.lastAuthentication;
      await this.#authenticate(connection, token);
    } catch (error) {
      this.#dependencies.services.log.error({ err: error }, "authentication of a connection failed");
      connection.sendEvent("Error", errorPayload("InternalError"));
      connection.close("internalError");
    } finally {
      connection.pendingAuthentications -= 1;
    }
  }

  async #authenticate(connection: Connection, token: string): Promise<void> {
    if (connection.view) {
      connection.sendEvent("Error", errorPayload("AlreadyAuthenticated"));
      return;
    }
    if (!connection.isOpen) return;
    const digest = digestToken(token);
    const caller = await this.#dependencies.store.read((db) => findCaller(db, digest));
    if (!connection.isOpen) return;
    if (typeof caller === "string") return this.#reject(connection, caller);
    // Before any work for Ready, and at once, so that several handshakes cannot pass the limit together.
    const joined =
      this.#stream.countOf(caller.userId) + this.#dependencies.presence.connectionsElsewhere(caller.userId);
    const endReservation = this.#limits.reserve(caller.userId, joined);
    if (!endReservation) return connection.close("tooManyConnections");
    try {
      await this.#join(connection, caller, digest);
    } finally {
      endReservation();
    }
  }

  async #join(connection: Connection, caller: StreamCaller, digest: string): Promise<void> {
    const { userId, bot } = caller;
    if (!(await this.#limits.countUser(userId))) return connection.close("tooManyConnects");
    const { resume } = connection;
    connection.resume = undefined;
    if (!connection.isOpen) return;
    if (resume && connection.codec.plain && (await this.#resume(connection, caller, resume))) return;
    const { readySelection: selection } = connection;
    const codec = connection.codec.plain ?? connection.codec;
    const requester = {
      digest,
      get isOpen() {
        return connection.isOpen;
      },
    };
    if (connection.codec.plain) this.#stream.resumption.start();
    // Before Ready is requested: its snapshot is newer, so that no announcement falls between the two.
    this.#stream.hold(connection);
    try {
      const result = await this.#readyQueue.request({ userId, bot, selection, codec }, requester);
      if (typeof result !== "string") await this.#limits.countReady(userId, result.packet.length);
      // Several connections may have waited for the same Ready, and sending a large one takes long.
      await this.#dependencies.services.scheduler.pause();
      if (!connection.isOpen) return;
      if (result === "busy") return connection.close("busy");
      if (typeof result === "string") return this.#reject(connection, result);
      this.#stream.join(connection, result);
      this.#touch(connection, result.session);
    } finally {
      this.#stream.release(connection);
    }
  }

  /** Returns whether the connection was resumed; otherwise it gets a Ready. */
  async #resume(connection: Connection, caller: StreamCaller, request: ResumeRequest): Promise<boolean> {
    const outcome = await this.#stream.resume(connection, request, caller);
    this.#resumes({ outcome: typeof outcome === "string" ? outcome : "resumed" }).add();
    if (typeof outcome === "string") return false;
    await this.#limits.countReady(caller.userId, outcome.bytes);
    this.#touch(connection, caller.session);
    return true;
  }

  #touch(connection: Connection, session: StreamCaller["session"]): void {
    connection.lastActiveAt = this.#now();
    if (session && this.#now() - session.lastSeen >= lastSeenResolutionMs)
      this.#runInBackground(
        this.#dependencies.store.write((tx) => touchSession(tx, session.id, this.#now())),
      );
  }

  #reject(connection: Connection, error: HandshakeError): void {
    connection.failedAuthentications += 1;
    connection.sendEvent("Error", errorPayload(error));
    if (connection.failedAuthentications >= this.#settings.failed_authentications)
      connection.close("tooManyFailures");
  }

  /** Keeps a task that only `stop` waits for. */
  #runInBackground(task: Promise<unknown>): void {
    this.#backgroundTasks.add(task);
    const end = () => this.#backgroundTasks.delete(task);
    task.then(end, (error) => {
      end();
      this.#logFailure(error);
    });
  }

  #logFailure(error: unknown): void {
    this.#dependencies.services.log.error({ err: error }, "a background task of the event stream failed");
  }
}

/** The name of the error is there twice, since clients differ in which of the two they read. */
function errorPayload(type: string): object {
  return { error: type, data: { type } };
}
