import type { TestServer } from "../server/server.ts";
import { openStream, type Packet, type StreamClient, type StreamOptions } from "./stream.ts";

/** A client that can be cut off and resumes, or starts anew if the server sends a Ready. */
export class ResumingStream implements AsyncDisposable {
  readonly #server: Pick<TestServer, "url">;
  readonly #options: StreamOptions;
  #stream: StreamClient | undefined;
  /** The packets of the present connection that the client has handled. */
  #handled = 0;
  #connection = "";
  position = "";
  /** What the client has handled since the last Ready: packets of commits, in order. */
  packets: Packet[] = [];
  /** All others since then, without Pongs. */
  others: Packet[] = [];

  private constructor(server: Pick<TestServer, "url">, options: StreamOptions) {
    this.#server = server;
    this.#options = options;
  }

  static async open(
    server: Pick<TestServer, "url">,
    { token, ...options }: StreamOptions,
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

  /** Handles all packets that the server has sent so far. */
  async handleAll(): Promise<void> {
    await this.stream.takeNew();
    this.#handle(this.stream.received.length);
  }

  /** Loses the connection; what came after `kept` further packets never reaches the client. */
  async cut(kept = Number.POSITIVE_INFINITY): Promise<void> {
    const { stream } = this;
    this.#handle(Math.min(stream.received.length, this.#handled + kept));
    this.#stream = undefined;
    await stream[Symbol.asyncDispose]();
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
    return this.stream.received[1] as Packet;
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
      else if (packet.type === "Ready") this.#start(packet);
      else if (packet.type !== "Pong" && packet.type !== "Resumed")
        (packet.position === undefined ? this.others : this.packets).push(packet);
      this.position = packet.position ?? this.position;
    }
    this.#handled = count;
  }

  #start(ready: Packet): void {
    this.packets = [];
    this.others = [];
    this.position = ready.position;
  }
}
