import type { Database as Handle } from "bun:sqlite";

/** More would keep the first of them waiting. */
const maxBatchSize = 256;
/** After a commit of so many, the next waits a moment for as many again: half the commits cost half as much. */
const largeBatch = 16;
const commitDelayMs = 2;

/** Told of what happens to the transaction, whatever it holds. */
interface TransactionObserver {
  /** It is about to begin. */
  beforeBegin(): void;
  onBegin(): void;
  /** Some of what was written is taken back. */
  onRollback(): void;
  /** Nothing is left that is not committed. */
  onSettled(): void;
}

interface Disk {
  /** Called right before each commit. */
  beforeCommit(): void;
  /** A commit that comes while the disk is busy would have to wait for it afterwards: it can wait before, for others. */
  whenIdle(go: () => void): void;
  /** Resolves when the commits so far are on the disk. What is to follow for each write is called soon, too. */
  after(followUps: readonly (() => void)[]): Promise<void>;
}

/** Writes that share a commit. */
class CommitBatch {
  readonly followUps: (() => void)[] = [];
  /** What is left to do for them, before the commit. */
  readonly deferred: (() => void)[] = [];
  readonly outcome = Promise.withResolvers<void>();
  commitNumber: number | undefined;
}

/**
 * Lets writes that come close together share one commit, each with a savepoint of its own: whatever one of them does
 * wrong is taken back alone. It comes when the event loop has nothing more at hand and the disk is idle, or when there
 * are many.
 */
export class GroupCommit {
  readonly #handle: Handle;
  readonly #disk: Disk;
  readonly #observer: TransactionObserver;
  readonly #statements;
  #batch = new CommitBatch();
  /** What is left to do for the write that has the connection. */
  #deferred: (() => void)[] = [];
  #writing = false;
  /** Takes back that it was asked for. */
  #cancel: (() => void) | undefined;
  #due = false;
  #isDelaying = false;

  constructor(handle: Handle, disk: Disk, witness: TransactionObserver) {
    this.#handle = handle;
    this.#disk = disk;
    this.#observer = witness;
    // Counts commits that are told of. Read with everything else, it says which of them a reader can see.
    handle.run("create table if not exists commit_count (id integer primary key, count integer not null)");
    handle.run("insert or ignore into commit_count values (1, 0)");
    this.#statements = {
      // Immediate: another process (the command line) may write too, and a read lock cannot always be upgraded.
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
    this.#statements.save.run();
    this.#writing = true;
  }

  /**
   * Some failures (a full disk) roll back by themselves, and everything that was not committed with it. Whatever was
   * done after that would be committed by itself.
   */
  assertOpen(): void {
    if (!this.#handle.inTransaction) throw rolledBackError();
  }

  /** For what nobody reads before the commit, and what costs less when it is done for many at once. */
  defer(work: () => void): void {
    this.#deferred.push(work);
  }

  /** The number of the commit that the present write will be part of. */
  commitNumber(): number {
    this.#batch.commitNumber ??= (this.#statements.count.get()?.count ?? 0) + 1;
    return this.#batch.commitNumber;
  }

  /** The write is done. Resolves when it is on the disk; what is to follow is called about then. */
  complete(followUp: () => void): Promise<void> {
    this.assertOpen();
    this.#statements.release.run();
    const { followUps, deferred, outcome } = this.#batch;
    followUps.push(followUp);
    for (const work of this.#deferred) deferred.push(work);
    this.#end();
    return outcome.promise;
  }

  /** Takes the write back, if it has begun. */
  rollBack(): void {
    if (!this.#writing) return;
    if (this.#handle.inTransaction) {
      this.#statements.rollBack.run();
      this.#statements.release.run();
      this.#observer.onRollback();
    } else this.#fail(rolledBackError());
    this.#end();
  }

  /** What is not committed yet is committed now. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#handle.inTransaction && !this.#writing) this.#commit();
  }

  #end(): void {
    if (this.#deferred.length > 0) this.#deferred = [];
    this.#writing = false;
    if (this.#due || this.#batch.followUps.length >= maxBatchSize) this.flush();
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

  /** In the middle of a write, it has to wait for its end. */
  #onDue(): void {
    this.#cancel = undefined;
    if (this.#writing) this.#due = true;
    else this.flush();
  }

  #commit(): void {
    this.#due = false;
    const { followUps, deferred, outcome, commitNumber } = this.#batch;
    try {
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
    this.#isDelaying = followUps.length >= largeBatch;
    this.#batch = new CommitBatch();
    if (followUps.length > 0) outcome.resolve(this.#disk.after(followUps));
  }

  #fail(error: unknown): void {
    const { followUps, outcome } = this.#batch;
    this.#batch = new CommitBatch();
    this.#observer.onRollback();
    this.#observer.onSettled();
    // Nobody would hear of it if there was nobody.
    if (followUps.length > 0) outcome.reject(error);
  }
}

function rolledBackError(): Error {
  return new Error("the database took back what was written");
}
