import type { Config } from "../config/schema.ts";
import type { Counter } from "../platform/metrics/port.ts";
import type { Connection } from "./connection.ts";

const checkDelayMs = 50;
/** For at most this long Bun keeps what waits for a closed socket, and sends it if the client reads. */
const lingerMs = 8_000;

/** Closes the connections of slow readers: those with too much to send, and the largest if all have too much together. */
export class SendQueues {
  readonly #open: ReadonlySet<Connection>;
  readonly #closed: Counter;
  readonly #maxEach: number;
  readonly #maxTotal: number;
  /** Bytes that could not be sent at once since the last check. */
  #uncheckedBytes = 0;
  #timer: Timer | undefined;
  /** What closed sockets may still hold. */
  #lingering: { readonly bytes: number; readonly until: number }[] = [];

  constructor(
    open: ReadonlySet<Connection>,
    { send_queue_bytes, total_queue_bytes }: Config["events"],
    closed: Counter,
  ) {
    this.#open = open;
    this.#closed = closed;
    this.#maxEach = send_queue_bytes;
    this.#maxTotal = total_queue_bytes || Number.POSITIVE_INFINITY;
  }

  /** Schedules a check after a client could not take a packet at once, or runs it if one may have reached the limit. */
  count(bytes: number): void {
    this.#uncheckedBytes += bytes;
    if (this.#uncheckedBytes > this.#maxEach) this.enforce();
    else this.#timer ??= setTimeout(() => this.enforce(), checkDelayMs);
  }

  /** Looks at every queue: only here, since the sockets count their bytes themselves and publishing stays cheap. */
  enforce(): void {
    this.stop();
    this.#uncheckedBytes = 0;
    const queued: { readonly connection: Connection; readonly bytes: number }[] = [];
    let total = 0;
    for (const connection of this.#open) {
      const bytes = connection.queuedBytes;
      if (bytes === 0) continue;
      if (connection.waitingBytes > this.#maxEach) this.#close(connection, bytes);
      else {
        total += bytes;
        queued.push({ connection, bytes });
      }
    }
    if (total <= this.#maxTotal) return;
    for (const { connection, bytes } of queued.sort((a, b) => b.bytes - a.bytes)) {
      this.#close(connection, bytes);
      total -= bytes;
      if (total <= this.#maxTotal) return;
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Sends the close code after all that waits, unless too much memory waits for closed sockets already. */
  #close(connection: Connection, bytes: number): void {
    this.#closed.add();
    const now = performance.now();
    this.#lingering = this.#lingering.filter(({ until }) => until > now);
    const lingering = this.#lingering.reduce((sum, each) => sum + each.bytes, bytes);
    if (lingering > this.#maxTotal / 2) connection.terminate();
    else {
      this.#lingering.push({ bytes, until: now + lingerMs });
      connection.close("tooSlow");
    }
  }
}
