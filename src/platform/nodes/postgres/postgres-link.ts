import { SQL } from "bun";
import type { PostgresPool } from "../../database/postgres/pool.ts";
import type { NodeLink, NodeMessage } from "../port.ts";
import { PieceReader, PieceWriter } from "./message-pieces.ts";

interface PostgresLinkOptions {
  readonly node: string;
  readonly url: string;
  readonly pool: PostgresPool;
  readonly onError: (error: unknown) => void;
}

const channel = "ermine_nodes";
const notify = `select pg_notify('${channel}', piece) from json_array_elements_text($1::text::json) as piece`;
const checkMs = 1_000;
/** A node that has not received its own messages for this long listens on a new connection. */
const maxSilenceMs = 5_000;
/** While PostgreSQL does not respond, older messages are dropped. */
const maxWaiting = 10_000;

/** Carries messages by LISTEN and NOTIFY. Messages that wait for each other share a notification. */
export class PostgresLink implements NodeLink {
  readonly carriesContent = false;
  readonly #options: PostgresLinkOptions;
  readonly #writer: PieceWriter;
  readonly #reader = new PieceReader();
  readonly #messageListeners: ((from: string, message: NodeMessage) => void)[] = [];
  readonly #lossListeners: (() => void)[] = [];
  readonly #timer: Timer;
  #waiting: NodeMessage[] = [];
  /** The newest commit to announce: one notification covers all commits before it. */
  #commit = 0;
  #sending: Promise<void> | undefined;
  #listener: SQL | undefined;
  #heardAt = performance.now();
  #isClosed = false;

  private constructor(options: PostgresLinkOptions) {
    this.#options = options;
    this.#writer = new PieceWriter(options.node);
    this.#timer = setInterval(() => this.#check(), checkMs);
  }

  static async open(options: PostgresLinkOptions): Promise<PostgresLink> {
    const link = new PostgresLink(options);
    try {
      await link.#listen();
      return link;
    } catch (error) {
      await link[Symbol.asyncDispose]();
      throw error;
    }
  }

  send(message: NodeMessage): void {
    if (this.#isClosed) return;
    if (message.kind === "commit") this.#commit = Math.max(this.#commit, message.position);
    else this.#waiting.push(message);
    if (this.#waiting.length > maxWaiting) {
      this.#waiting.shift();
      // The numbers of the other pieces show that some are missing.
      this.#writer.leaveOut();
    }
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  onMessage(listener: (from: string, message: NodeMessage) => void): void {
    this.#messageListeners.push(listener);
  }

  onLoss(listener: () => void): void {
    this.#lossListeners.push(listener);
  }

  forget(node: string): void {
    this.#reader.forget(node);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#sending;
    await this.#listener?.close({ timeout: 0 }).catch(() => {});
  }

  async #sendAll(): Promise<void> {
    // In a turn of its own, so that messages of one turn go together.
    await Promise.resolve();
    while (this.#waiting.length > 0 || this.#commit > 0) {
      const messages = this.#waiting.splice(0);
      if (this.#commit > 0) messages.unshift({ kind: "commit", position: this.#commit });
      this.#commit = 0;
      const pieces = JSON.stringify(this.#writer.write(messages));
      await this.#options.pool.execute(notify, [pieces]).catch(this.#options.onError);
    }
  }

  async #listen(): Promise<void> {
    const listener = new SQL({ url: this.#options.url, max: 1, connectionTimeout: 10 });
    const previous = this.#listener;
    this.#listener = listener;
    this.#heardAt = performance.now();
    void previous?.close({ timeout: 0 }).catch(() => {});
    let isFirst = previous === undefined;
    await listener.listen(
      channel,
      (piece) => listener === this.#listener && this.#receive(piece),
      () => {
        // Whatever was sent while there was no connection is lost.
        if (!isFirst) this.#reportLoss();
        isFirst = false;
      },
    );
  }

  #check(): void {
    this.send({ kind: "check" });
    if (performance.now() - this.#heardAt < maxSilenceMs) return;
    void this.#listen().catch(this.#options.onError);
  }

  #receive(piece: string): void {
    const received = this.#reader.read(piece);
    if (!received) return;
    const { from, messages, isAfterLoss } = received;
    if (from === this.#options.node) this.#heardAt = performance.now();
    else {
      if (isAfterLoss) this.#reportLoss();
      for (const message of messages) for (const listener of this.#messageListeners) listener(from, message);
    }
  }

  #reportLoss(): void {
    for (const listener of this.#lossListeners) listener();
  }
}
