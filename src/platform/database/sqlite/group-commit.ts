import type { Database as Handle } from "bun:sqlite";
import { DatabaseUnavailable } from "../failure.ts";

/** A larger batch would delay its first writes too long. */
const maxBatchSize = 256;
/** After a batch of this size the next commit waits a moment for more writes: half the commits cost half as much. */
const largeBatch = 16;
const commitDelayMs = 2;

/** Called when the shared transaction begins and ends, whatever writes it holds. */
interface TransactionObserver {
  beforeBegin(): void;
  onBegin(): void;
  /** No uncommitted change is left, after a commit or a rollback of all. */
  onSettled(): void;
}

interface Disk {
  /** Called right before each commit. */
  beforeCommit(): void;
  /**
   * Calls back when no sync runs. A commit during a sync would wait for that sync anyway; waiting before the commit
   * lets other writes join it.
   */
  whenIdle(go: () => void): void;
  /** Resolves when the commits so far are on disk, and runs the callbacks of their writes. */
  sync(callbacks: readonly (() => void)[], writes: number): Promise<void>;
}

/** The writes that share a commit. */
class CommitBatch {
  readonly callbacks: (() => void)[] = [];
  /** How many writes they count as. */
  counted = 0;
  readonly outcome = Promise.withResolvers<void>();
  commitNumber: number | undefined;
}

/**
 * Lets writes that come close together share one commit. Each but the first takes a savepoint before its first
 * statement, so that a write that fails is rolled back alone. The commit happens when the event loop has nothing else
 * to do and the disk is idle, or when the batch is full.
 */
export class GroupCommit {
  readonly #handle: Handle;
  readonly #disk: Disk;
  readonly #observer: TransactionObserver;
  readonly #statements;
  #batch = new CommitBatch();
  #isWriting = false;
  /** The first write needs no savepoint: until it has ended, it is alone in the transaction. */
  #isFirst = false;
  #hasSavepoint = false;
  /** Cancels the scheduled commit. */
  #cancel: (() => void) | undefined;
  #isDue = false;
  #isDelaying = false;

  constructor(handle: Handle, disk: Disk, observer: TransactionObserver) {
    this.#handle = handle;
    this.#disk = disk;
    this.#observer = observer;
    // Counts the commits with announcements. A snapshot reads the count, which is its position.
    handle.run("create table if not exists commit_count (id integer primary key, count integer not null)");
    handle.run("insert or ignore into commit_count values (1, 0)");
    this.#statements = {
      // Immediate, because another process (the command line) may write too, and a read lock cannot always be upgraded.
      begin: handle.prepare("begin immediate"),
      save: handle.prepare("savepoint one_write"),
      release: handle.prepare("release one_write"),
      rollBack: handle.prepare("rollback to one_write"),
      commit: handle.prepare("commit"),
      count: handle.prepare<{ count: number }, []>("select count from commit_count"),
      setCount: handle.prepare<unknown, [number]>("update commit_count set count = ?"),
    };
  }

  begin(): void {
    if (!this.#handle.inTransaction) {
      this.#observer.beforeBegin();
      this.#statements.begin.run();
      try {
        this.#observer.onBegin();
      } catch (error) {
        this.#handle.run("rollback");
        throw error;
      }
    }
    this.#isFirst = this.#batch.callbacks.length === 0;
    this.#hasSavepoint = false;
    this.#isWriting = true;
  }

  /**
   * Throws if the transaction is gone. On some errors (a full disk) SQLite rolls back the whole transaction by itself,
   * and each later statement would be committed on its own.
   */
  assertOpen(): void {
    if (!this.#handle.inTransaction) throw rolledBackError();
  }

  /** To be called before each statement. */
  beforeStatement(): void {
    this.assertOpen();
    if (this.#isFirst || this.#hasSavepoint) return;
    this.#statements.save.run();
    this.#hasSavepoint = true;
  }

  /** The number of the commit that the current write will be part of. */
  commitNumber(): number {
    this.#batch.commitNumber ??= (this.#statements.count.get()?.count ?? 0) + 1;
    return this.#batch.commitNumber;
  }

  /** Ends the write. Resolves when the write is on disk, about when the callback runs. */
  complete(callback: () => void, writes = 1): Promise<void> {
    this.assertOpen();
    if (this.#hasSavepoint) this.#statements.release.run();
    const { callbacks, outcome } = this.#batch;
    callbacks.push(callback);
    this.#batch.counted += writes;
    this.#end();
    return outcome.promise;
  }

  /** Rolls the write back because of an error, if it has begun. */
  rollBack(cause?: unknown): void {
    if (!this.#isWriting) return;
    if (!this.#handle.inTransaction) this.#fail(rolledBackError(cause));
    else if (this.#isFirst) {
      // Alone in its transaction. A commit would store the pages that it had changed, although they are as before.
      this.#handle.run("rollback");
      this.#fail(cause);
    } else if (this.#hasSavepoint) {
      this.#statements.rollBack.run();
      this.#statements.release.run();
    }
    this.#end();
  }

  /** Commits the batch now, unless a write is open. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#handle.inTransaction && !this.#isWriting) this.#commit();
  }

  #end(): void {
    this.#isWriting = false;
    if (this.#isDue || this.#batch.callbacks.length >= maxBatchSize) this.flush();
    else this.#cancel ??= this.#schedule();
  }

  #schedule(): () => void {
    const go = () => this.#disk.whenIdle(() => this.#onDue());
    if (this.#isDelaying) {
      const timer = setTimeout(go, commitDelayMs);
      return () => clearTimeout(timer);
    }
    const immediate = setImmediate(go);
    return () => clearImmediate(immediate);
  }

  /** While a write is open, the commit waits for its end. */
  #onDue(): void {
    this.#cancel = undefined;
    if (this.#isWriting) this.#isDue = true;
    else this.flush();
  }

  #commit(): void {
    this.#isDue = false;
    const { callbacks, counted, outcome, commitNumber } = this.#batch;
    try {
      if (commitNumber !== undefined) this.#statements.setCount.run(commitNumber);
      this.#disk.beforeCommit();
      this.#statements.commit.run();
    } catch (error) {
      if (this.#handle.inTransaction) this.#handle.run("rollback");
      this.#fail(error);
      return;
    }
    this.#observer.onSettled();
    this.#isDelaying = callbacks.length >= largeBatch;
    this.#batch = new CommitBatch();
    if (callbacks.length > 0) outcome.resolve(this.#disk.sync(callbacks, counted));
  }

  #fail(error: unknown): void {
    const { callbacks, outcome } = this.#batch;
    this.#batch = new CommitBatch();
    this.#observer.onSettled();
    // Without writes nothing awaits the outcome, and the rejection would go unhandled.
    if (callbacks.length > 0) outcome.reject(error);
  }
}

function rolledBackError(cause?: unknown): Error {
  return new DatabaseUnavailable("the database rolled back the transaction", { cause });
}
