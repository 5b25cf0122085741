import { Semaphore } from "../../concurrency/semaphore.ts";
import { DatabaseUnavailable } from "../failure.ts";
import { type ConnectionOptions, type Execute, PostgresConnection } from "./connection.ts";

export interface PostgresOptions {
  readonly url: string;
  readonly poolSize: number;
  /** How long a query may take, and how long it may wait for a connection. */
  readonly queryTimeoutMs: number;
}

const [idleMs, lifeMs, maxTickMs] = [10_000, 1_800_000, 500];

/**
 * A pool of connections to PostgreSQL. A connection that breaks, or that leaves a query without a response, fails its
 * query and is replaced. Each connection keeps its last statements prepared, which takes memory on the server, so old
 * connections are replaced too.
 */
export class PostgresPool {
  readonly #options: ConnectionOptions;
  readonly #size: number;
  /** Gives each query a connection of its own, so that it does not wait behind a slow one. */
  readonly #slots: Semaphore;
  readonly #open = new Set<PostgresConnection>();
  readonly #idle: PostgresConnection[] = [];
  readonly #timer: Timer;
  #closing: Promise<void> | undefined;

  constructor(options: PostgresOptions & ConnectionOptions) {
    this.#options = options;
    this.#size = options.poolSize;
    this.#slots = new Semaphore(options.poolSize);
    this.#timer = setInterval(() => this.#tick(), Math.min(maxTickMs, options.queryTimeoutMs / 4)).unref();
  }

  readonly execute: Execute = (text, values, limitMs) =>
    this.reserve(({ execute }) => execute(text, values, limitMs));

  /** Runs the work on a connection that nothing else uses meanwhile. */
  async reserve<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    if (this.#closing) throw new DatabaseUnavailable("the database is closed");
    const waiting = this.#slots.acquire();
    try {
      if (waiting) await this.#waitFor(waiting);
      const connection = await this.#take();
      try {
        return await work(connection);
      } finally {
        this.#giveBack(connection);
      }
    } finally {
      this.#slots.release();
    }
  }

  /** Waits for the work that runs or has a place in the queue, and closes all connections. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    for (let slot = 0; slot < this.#size; slot++) await this.#slots.acquire();
    clearInterval(this.#timer);
    await Promise.all([...this.#open].map((connection) => connection.close()));
  }

  /** Refuses work that has waited as long as a query may take: its caller has given up, or soon will. */
  async #waitFor(slot: Promise<void>): Promise<void> {
    const since = performance.now();
    await slot;
    if (performance.now() - since > this.#options.queryTimeoutMs)
      throw new DatabaseUnavailable("no connection to PostgreSQL became free in time");
  }

  async #take(): Promise<PostgresConnection> {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (!idle.isClosed && idle.ageMs < lifeMs) return idle;
      this.#discard(idle);
    }
    const connection = new PostgresConnection(this.#options);
    this.#open.add(connection);
    try {
      await connection.connect();
      return connection;
    } catch (error) {
      this.#discard(connection);
      throw error;
    }
  }

  #giveBack(connection: PostgresConnection): void {
    connection.idleSince = performance.now();
    if (connection.isClosed) this.#discard(connection);
    else this.#idle.push(connection);
  }

  #discard(connection: PostgresConnection): void {
    this.#open.delete(connection);
    void connection.close();
  }

  #tick(): void {
    const now = performance.now();
    let isHostSilent = false;
    for (const connection of this.#open) isHostSilent = connection.closeIfOverdue(now) || isHostSilent;
    // If the host is lost, its other connections are dead as well.
    const kept = isHostSilent ? [] : this.#idle.filter(({ idleSince }) => now - idleSince < idleMs);
    for (const connection of this.#idle.splice(0)) if (!kept.includes(connection)) this.#discard(connection);
    this.#idle.push(...kept);
  }
}
