import type { TestServer } from "../server/server.ts";
import { openStream, type Packet, type StreamClient, type StreamOptions } from "./stream.ts";

interface ResumingOptions extends StreamOptions {
  /** Whether the client waits for what other nodes have published; it does if absent. */
  readonly settles?: boolean;
}

/** A client that can be cut off and resumes, or starts again if the server sends a Ready. */
export class ResumingStream implements AsyncDisposable {
  #server: Pick<TestServer, "url">;
  readonly #options: ResumingOptions;
  #stream: StreamClient | undefined;
  /** How many packets of the present connection the client has handled. */
  #handled = 0;
  #taken = 0;
  #connection = "";
  position = "";
  /** What the client has handled since the last Ready, which is the first; without Pongs. */
  #packets: Packet[] = [];
  /** Sent once the client is connected again. */
  #unsent: object[] = [];

  private constructor(server: Pick<TestServer, "url">, options: ResumingOptions) {
    this.#server = server;
    this.#options = options;
  }

  static async open(
    server: Pick<TestServer, "url">,
    { token, ...options }: ResumingOptions,
  ): Promise<ResumingStream> {
    const client = new ResumingStream(server, { ...options, ...(token !== undefined && { token }) });
    await client.#connect("resume=1");
    await client.stream.next("Ready");
    await client.handleAll();
    return client;
  }

  get stream(): StreamClient {
    if (!this.#stream) throw new Error("the client is cut off");
    return this.#stream;
  }

  get isConnected(): boolean {
    return this.#stream !== undefined;
  }

  get ready(): Packet {
    const [ready] = this.#packets;
    if (ready?.type !== "Ready") throw new Error("the client has no Ready");
    return ready;
  }

  /** The packets of commits since the last Ready. */
  get packets(): Packet[] {
    return this.#packets
      .slice(1)
      .filter(({ type, position }) => type !== "Resumed" && position !== undefined);
  }

  /** All others since then. */
  get others(): Packet[] {
    return this.#packets
      .slice(1)
      .filter(({ type, position }) => type !== "Resumed" && position === undefined);
  }

  send(message: object): void {
    if (this.#stream) this.#stream.send(message);
    else this.#unsent.push(message);
  }

  /** Connects again if necessary, and returns all packets since the last call that there will be no Ready after. */
  async takeNew(): Promise<Packet[]> {
    if (this.#stream) await this.handleAll();
    else await this.resume();
    for (const message of this.#unsent.splice(0)) this.stream.send(message);
    await this.handleAll();
    // The position of a packet is no part of what it tells.
    const fresh = this.#packets.slice(this.#taken).map(({ position: _, ...packet }) => packet as Packet);
    this.#taken = this.#packets.length;
    return fresh;
  }

  /** Handles all packets that the server has sent so far. */
  async handleAll(): Promise<void> {
    if (this.#options.settles === false) await this.stream.catchUp();
    else await this.stream.takeNew();
    this.#handle(this.stream.received.length);
  }

  /** Loses the connection; what came after `kept` further packets never reaches the client. */
  async cut(kept = Number.POSITIVE_INFINITY): Promise<void> {
    const { stream } = this;
    this.#handle(Math.min(stream.received.length, this.#handled + kept));
    this.#stream = undefined;
    await stream[Symbol.asyncDispose]();
  }

  /** Connects to another node from now on. */
  moveTo(server: Pick<TestServer, "url">): void {
    this.#server = server;
  }

  /** Connects again, and handles nothing. */
  async reconnect(position = this.position, connection = this.#connection): Promise<StreamClient> {
    await this.#connect(new URLSearchParams({ resume: position, connection }).toString());
    return this.stream;
  }

  /** Connects again. Returns the packet that the connection began with, after Authenticated. */
  async resume(position = this.position, connection = this.#connection): Promise<Packet> {
    await this.reconnect(position, connection);
    await this.stream.next("Authenticated");
    await this.handleAll();
    const [, first] = this.stream.received;
    if (!first) throw new Error("nothing follows Authenticated");
    return first;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stream?.[Symbol.asyncDispose]();
  }

  async #connect(query: string): Promise<void> {
    const given = this.#options.query === undefined ? "" : `&${this.#options.query}`;
    this.#stream = await openStream(this.#server, { ...this.#options, query: query + given });
    this.#handled = 0;
  }

  #handle(count: number): void {
    for (const packet of this.stream.received.slice(this.#handled, count)) {
      if (packet.type === "Authenticated") this.#connection = packet.connection;
      else if (packet.type === "Ready") {
        this.#packets = [packet];
        this.#taken = 0;
      } else if (packet.type !== "Pong") this.#packets.push(packet);
      // Pongs come after all that they stand for.
      this.position = packet.position ?? this.position;
    }
    this.#handled = count;
  }
}
