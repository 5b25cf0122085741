import type { Database as Handle } from "bun:sqlite";

/** More would keep the first of them waiting. */
const mostInOneCommit = 64;

/** Somebody whose write is done, but for the commit that it shares with others. */
export interface Committing {
  committed(): void;
  failed(error: unknown): void;
}

/**
 * Lets writes that come close together share one commit, each with a savepoint of its own: whatever one of them does
 * wrong is taken back alone. It comes when the event loop has nothing more at hand, or when there are many.
 */
export class SharedCommit {
  readonly #handle: Handle;
  readonly #beforeCommit: () => void;
  #members: Committing[] = [];
  #writing = false;
  #asked: NodeJS.Immediate | undefined;
  #due = false;
  /** Set by whoever is about to be done, while it has the connection. */
  next: Committing | undefined;

  constructor(handle: Handle, beforeCommit = () => {}) {
    this.#handle = handle;
    this.#beforeCommit = beforeCommit;
  }

  begin(): void {
    // Immediate: another process (the command line) may write too, and a read lock cannot always be upgraded.
    if (!this.#handle.inTransaction) this.#handle.run("begin immediate");
    this.#handle.run("savepoint one_write");
    this.#writing = true;
  }

  complete(): void {
    this.#handle.run("release one_write");
    if (this.next) this.#members.push(this.next);
    this.#end();
  }

  undo(): void {
    // Some failures (a full disk) roll back by themselves, and everything that was not committed with it.
    if (this.#handle.inTransaction) {
      this.#handle.run("rollback to one_write");
      this.#handle.run("release one_write");
    } else this.#fail(new Error("the database took back what was written"));
    this.#end();
  }

  /** What is not committed yet is committed now. */
  flush(): void {
    clearImmediate(this.#asked);
    this.#asked = undefined;
    if (this.#handle.inTransaction && !this.#writing) this.#commit();
  }

  #end(): void {
    this.next = undefined;
    this.#writing = false;
    if (this.#due || this.#members.length >= mostInOneCommit) this.flush();
    else this.#asked ??= setImmediate(() => this.#comeDue());
  }

  /** In the middle of a write, it has to wait for its end. */
  #comeDue(): void {
    this.#asked = undefined;
    if (this.#writing) this.#due = true;
    else this.flush();
  }

  #commit(): void {
    this.#due = false;
    try {
      this.#beforeCommit();
      this.#handle.run("commit");
    } catch (error) {
      if (this.#handle.inTransaction) this.#handle.run("rollback");
      this.#fail(error);
      return;
    }
    for (const member of this.#take()) member.committed();
  }

  #fail(error: unknown): void {
    for (const member of this.#take()) member.failed(error);
  }

  #take(): Committing[] {
    const members = this.#members;
    this.#members = [];
    return members;
  }
}
