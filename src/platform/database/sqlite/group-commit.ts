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
  /** Some of the writes were rolled back. */
  onRollback(): void;
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
  sync(callbacks: readonly (() => void)[]): Promise<void>;
}

/** A statement that waited has failed. The write has to run again, although it may be that of another one. */
export class WaitingFailed extends Error {}

/** Runs a statement and returns the number of rows that it has changed. */
type WaitingStatement = () => number;

function runAll(waiting: readonly WaitingStatement[]): void {
  try {
    for (const run of waiting) if (run() === 0) throw new Error("it changed no row");
  } catch (cause) {
    throw new WaitingFailed("a statement that had waited failed", { cause });
  }
}

/** The writes that share a commit. */
class CommitBatch {
  readonly callbacks: (() => void)[] = [];
  /** The waiting statements of the writes. */
  waiting: WaitingStatement[] = [];
  /** The deferred work of the writes, which runs before the commit. */
  readonly deferred: (() => void)[] = [];
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
  /** The waiting statements and the deferred work of the write that has the connection. */
  #waiting: WaitingStatement[] = [];
  #deferred: (() => void)[] = [];
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

  /** Whether the write that has the connection is the first of its commit, and often the only one. */
  get isFirst(): boolean {
    return this.#isFirst;
  }

  /** To be called before each statement that does not wait: it has to see what those before it change. */
  beforeStatement(): void {
    this.assertOpen();
    if (this.#batch.waiting.length > 0) this.#runWaitingOfBatch();
    if (!this.#isFirst && !this.#hasSavepoint) {
      this.#statements.save.run();
      this.#hasSavepoint = true;
    }
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    runAll(waiting);
  }

  /**
   * Lets a statement wait for the next one that does not, or for the commit. Many in a row take less time, and a write
   * without other statements needs no savepoint. If it fails then or changes no row, all writes of the commit fail with
   * `WaitingFailed`.
   */
  wait(run: WaitingStatement): void {
    this.#waiting.push(run);
  }

  /** Runs work before the commit: for rows that nothing reads before it and that cost less for many writes at once. */
  defer(work: () => void): void {
    this.#deferred.push(work);
  }

  /** The number of the commit that the current write will be part of. */
  commitNumber(): number {
    this.#batch.commitNumber ??= (this.#statements.count.get()?.count ?? 0) + 1;
    return this.#batch.commitNumber;
  }

  /** Ends the write. Resolves when the write is on disk, about when the callback runs. */
  complete(callback: () => void): Promise<void> {
    this.assertOpen();
    if (this.#hasSavepoint) this.#statements.release.run();
    const { callbacks, waiting, deferred, outcome } = this.#batch;
    callbacks.push(callback);
    for (const run of this.#waiting) waiting.push(run);
    for (const work of this.#deferred) deferred.push(work);
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
      this.#observer.onRollback();
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
    if (this.#waiting.length > 0) this.#waiting = [];
    if (this.#deferred.length > 0) this.#deferred = [];
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
    const { callbacks, deferred, outcome, commitNumber } = this.#batch;
    try {
      this.#runWaitingOfBatch();
      for (const work of deferred) work();
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
    if (callbacks.length > 0) outcome.resolve(this.#disk.sync(callbacks));
  }

  #runWaitingOfBatch(): void {
    const { waiting } = this.#batch;
    this.#batch.waiting = [];
    try {
      runAll(waiting);
    } catch (error) {
      if (this.#handle.inTransaction) this.#handle.run("rollback");
      this.#fail(error);
      throw error;
    }
  }

  #fail(error: unknown): void {
    const { callbacks, outcome } = this.#batch;
    this.#batch = new CommitBatch();
    this.#observer.onRollback();
    this.#observer.onSettled();
    // Without writes nothing awaits the outcome, and the rejection would go unhandled.
    if (callbacks.length > 0) outcome.reject(error);
  }
}

function rolledBackError(cause?: unknown): Error {
  return new DatabaseUnavailable("the database rolled back the transaction", { cause });
}
