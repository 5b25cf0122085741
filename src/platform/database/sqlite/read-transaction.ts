import type { Database as Handle } from "bun:sqlite";

/**
 * One read transaction for all small reads of a turn of the event loop, because acquiring and releasing SQLite's lock
 * costs more than a small read. It ends early where a write transaction begins or ends, so that a read after a write
 * sees the write. `onBegin` is called before it reads anything.
 */
export class ReadTransaction {
  readonly #handle: Handle;
  readonly #onBegin: () => void;
  #isOpen = false;

  constructor(handle: Handle, onBegin: () => void) {
    this.#handle = handle;
    this.#onBegin = onBegin;
  }

  begin(): void {
    if (this.#isOpen) return;
    this.#onBegin();
    // The first query after this fixes the state that the transaction sees.
    this.#handle.run("begin");
    this.#isOpen = true;
    setImmediate(() => this.end());
  }

  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#handle.run("commit");
  }
}
