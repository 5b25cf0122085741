import type { Database as Handle } from "bun:sqlite";

/** More would keep the first of them waiting. */
const mostInOneCommit = 256;
/** After a commit of so many, the next waits a moment for as many again: half the commits cost half as much. */
const crowd = 16;
const lingerMs = 2;

/** Told of what happens to the transaction, whatever it holds. */
interface Witness {
  /** It is about to begin. */
  prepare(): void;
  begin(): void;
  /** Some of what was written is taken back. */
  undo(): void;
  /** Nothing is left that is not committed. */
  settle(): void;
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
class Party {
  readonly followUps: (() => void)[] = [];
  /** What is left to do for them, before the commit. */
  readonly left: (() => void)[] = [];
  readonly outcome = Promise.withResolvers<void>();
  number: number | undefined;
}

/**
 * Lets writes that come close together share one commit, each with a savepoint of its own: whatever one of them does
 * wrong is taken back alone. It comes when the event loop has nothing more at hand and the disk is idle, or when there
 * are many.
 */
export class SharedCommit {
  readonly #handle: Handle;
  readonly #disk: Disk;
  readonly #witness: Witness;
  readonly #statements;
  #party = new Party();
  /** What is left to do for the write that has the connection. */
  #leftOfOne: (() => void)[] = [];
  #writing = false;
  /** Takes back that it was asked for. */
  #cancel: (() => void) | undefined;
  #due = false;
  #isCrowded = false;

  constructor(handle: Handle, disk: Disk, witness: Witness) {
    this.#handle = handle;
    this.#disk = disk;
    this.#witness = witness;
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
      this.#witness.prepare();
      this.#statements.begin.run();
      try {
        this.#witness.begin();
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
    if (!this.#handle.inTransaction) throw takenBack();
  }

  /** For what nobody reads before the commit, and what costs less when it is done for many at once. */
  later(work: () => void): void {
    this.#leftOfOne.push(work);
  }

  /** The number of the commit that the present write will be part of. */
  number(): number {
    this.#party.number ??= (this.#statements.count.get()?.count ?? 0) + 1;
    return this.#party.number;
  }

  /** The write is done. Resolves when it is on the disk; what is to follow is called about then. */
  complete(followUp: () => void): Promise<void> {
    this.assertOpen();
    this.#statements.release.run();
    const { followUps, left, outcome } = this.#party;
    followUps.push(followUp);
    for (const work of this.#leftOfOne) left.push(work);
    this.#end();
    return outcome.promise;
  }

  /** Takes the write back, if it has begun. */
  undo(): void {
    if (!this.#writing) return;
    if (this.#handle.inTransaction) {
      this.#statements.rollBack.run();
      this.#statements.release.run();
      this.#witness.undo();
    } else this.#fail(takenBack());
    this.#end();
  }

  /** What is not committed yet is committed now. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#handle.inTransaction && !this.#writing) this.#commit();
  }

  #end(): void {
    if (this.#leftOfOne.length > 0) this.#leftOfOne = [];
    this.#writing = false;
    if (this.#due || this.#party.followUps.length >= mostInOneCommit) this.flush();
    else this.#cancel ??= this.#ask();
  }

  #ask(): () => void {
    const go = () => this.#disk.whenIdle(() => this.#comeDue());
    if (this.#isCrowded) {
      const timer = setTimeout(go, lingerMs);
      return () => clearTimeout(timer);
    }
    const immediate = setImmediate(go);
    return () => clearImmediate(immediate);
  }

  /** In the middle of a write, it has to wait for its end. */
  #comeDue(): void {
    this.#cancel = undefined;
    if (this.#writing) this.#due = true;
    else this.flush();
  }

  #commit(): void {
    this.#due = false;
    const { followUps, left, outcome, number } = this.#party;
    try {
      for (const work of left) work();
      if (number !== undefined) this.#statements.setCount.run(number);
      this.#disk.beforeCommit();
      this.#statements.commit.run();
    } catch (error) {
      if (this.#handle.inTransaction) this.#handle.run("rollback");
      this.#fail(error);
      return;
    }
    this.#witness.settle();
    this.#isCrowded = followUps.length >= crowd;
    this.#party = new Party();
    if (followUps.length > 0) outcome.resolve(this.#disk.after(followUps));
  }

  #fail(error: unknown): void {
    const { followUps, outcome } = this.#party;
    this.#party = new Party();
    this.#witness.undo();
    this.#witness.settle();
    // Nobody would hear of it if there was nobody.
    if (followUps.length > 0) outcome.reject(error);
  }
}

function takenBack(): Error {
  return new Error("the database took back what was written");
}
