import type { Database as Handle } from "bun:sqlite";

/** More would keep the first of them waiting. */
const mostInOneCommit = 256;
/** After a commit of so many, the next waits a moment for as many again: half the commits cost half as much. */
const crowd = 16;
const lingerMs = 2;

/** Somebody whose write is done, but for the commit that it shares with others. */
export interface Committing {
  committed(): void;
  failed(error: unknown): void;
}

interface Disk {
  /** Called right before each commit. */
  beforeCommit(): void;
  /** A commit that comes while the disk is busy would have to wait for it afterwards: it can wait before, for others. */
  whenIdle(go: () => void): void;
}

/**
 * Lets writes that come close together share one commit, each with a savepoint of its own: whatever one of them does
 * wrong is taken back alone. It comes when the event loop has nothing more at hand and the disk is idle, or when there
 * are many.
 */
export class SharedCommit {
  readonly #handle: Handle;
  readonly #disk: Disk;
  readonly #statements;
  #members: Committing[] = [];
  /** What is left to do for them, before the commit. */
  #left: (() => void)[] = [];
  /** The same for the write that has the connection. */
  #leftOfOne: (() => void)[] = [];
  #number: number | undefined;
  #writing = false;
  /** Takes back that it was asked for. */
  #cancel: (() => void) | undefined;
  #due = false;
  #isCrowded = false;

  constructor(handle: Handle, disk: Disk) {
    this.#handle = handle;
    this.#disk = disk;
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
    if (!this.#handle.inTransaction) this.#statements.begin.run();
    this.#statements.save.run();
    this.#writing = true;
  }

  /** For what nobody reads before the commit, and what costs less when it is done for many at once. */
  later(work: () => void): void {
    this.#leftOfOne.push(work);
  }

  /** The number of the commit that the present write will be part of. */
  number(): number {
    this.#number ??= (this.#statements.count.get()?.count ?? 0) + 1;
    return this.#number;
  }

  complete(member: Committing): void {
    this.#statements.release.run();
    this.#members.push(member);
    for (const work of this.#leftOfOne) this.#left.push(work);
    this.#end();
  }

  undo(): void {
    // Some failures (a full disk) roll back by themselves, and everything that was not committed with it.
    if (this.#handle.inTransaction) {
      this.#statements.rollBack.run();
      this.#statements.release.run();
    } else this.#fail(new Error("the database took back what was written"));
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
    if (this.#due || this.#members.length >= mostInOneCommit) this.flush();
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
    try {
      for (const work of this.#left) work();
      if (this.#number !== undefined) this.#statements.setCount.run(this.#number);
      this.#disk.beforeCommit();
      this.#statements.commit.run();
    } catch (error) {
      if (this.#handle.inTransaction) this.#handle.run("rollback");
      this.#fail(error);
      return;
    }
    this.#isCrowded = this.#members.length >= crowd;
    for (const member of this.#take()) member.committed();
  }

  #fail(error: unknown): void {
    for (const member of this.#take()) member.failed(error);
  }

  #take(): Committing[] {
    const members = this.#members;
    this.#members = [];
    this.#left = [];
    this.#number = undefined;
    return members;
  }
}
