import type { Database as Handle } from "bun:sqlite";

/**
 * One read transaction for all small reads of an event-loop turn: taking and giving back SQLite's lock costs
 * more than the read. Ended early where a transaction of ours begins or ends, so that a read after a write sees it.
 * `onBegin` is called before it has seen anything.
 */
export class ReadTransaction {
  readonly #handle: Handle;
  readonly #onBegin: () => void;
  #open = false;

  constructor(handle: Handle, onBegin: () => void) {
    this.#handle = handle;
    this.#onBegin = onBegin;
  }

  begin(): void {
    if (this.#open) return;
    this.#onBegin();
    // What it sees is settled by its first query.
    this.#handle.run("begin");
    this.#open = true;
    setImmediate(() => this.end());
  }

  end(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#handle.run("commit");
  }
}
