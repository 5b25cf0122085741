import type { Database as Handle } from "bun:sqlite";

/**
 * One read transaction for all small reads of a turn of the event loop, because acquiring and releasing SQLite's lock
 * costs more than a small read. It ends early where a write transaction begins or ends, so that a read after a write
 * sees the write. `onTurn` is called once in each turn, before anything is read. Where all rows are cached, nothing
 * else happens.
 */
export class ReadTransaction {
  readonly #onTurn: () => void;
  readonly #statements;
  #hasTurn = false;
  #isOpen = false;

  constructor(handle: Handle, onTurn: () => void) {
    this.#onTurn = onTurn;
    this.#statements = { begin: handle.prepare("begin"), commit: handle.prepare("commit") };
  }

  /** Begins a turn, unless there is one. */
  beginTurn(): void {
    if (this.#hasTurn) return;
    this.#onTurn();
    this.#hasTurn = true;
    setImmediate(() => this.end());
  }

  /** Begins the transaction, unless it is open. */
  begin(): void {
    this.beginTurn();
    if (this.#isOpen) return;
    // The first query after this fixes the state that the transaction sees.
    this.#statements.begin.run();
    this.#isOpen = true;
  }

  end(): void {
    this.#hasTurn = false;
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#statements.commit.run();
  }
}
