import type { KeyedMutex } from "../../../concurrency/semaphore.ts";
import { DatabaseUnavailable } from "../../failure.ts";
import type { WriteOptions } from "../../port.ts";
import type { TransactionQueries } from "../queries.ts";
import { BatchAborted, BatchTransaction, type BatchWork, type MemberOutcome } from "./batch-transaction.ts";
import type { CombinedQueries } from "./combined-queries.ts";
import type { KnownTurns } from "./known-turns.ts";
import type { TakeMore, Turn, Turns } from "./turns.ts";

/** A larger batch would delay its first writes too long. */
const maxSize = 64;
const maxRunning = 1;
/** A batch that conflicts with one of another node most often succeeds the next time. */
const maxConflicts = 8;

/** A batch that waits for a lock of another transaction holds up all others, so its members then run alone. */
const maxLockMs = 250;
/**
 * A combined statement looks its rows up one by one, as the original does. A scan of the whole table would make the
 * transaction conflict with every other that changes the table.
 */
const prepareForBatch = `select set_config('lock_timeout', $1, true), set_config('enable_seqscan', 'off', true),
  set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`;
/** The commit may wait for its place in the log. */
const prepareForCommit = "select set_config('lock_timeout', $1, true)";
const doNothing = () => {};

type Key = WriteOptions["mutexKey"];

interface Waiting {
  readonly work: BatchWork;
  readonly options: WriteOptions;
  readonly since: number;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

interface BatchesDependencies {
  readonly combined: CombinedQueries;
  readonly mutexes: KeyedMutex;
  readonly maxWaitMs: number;
  readonly turns: Turns;
  /** Which turns earlier writes have shared, by their own keys. */
  readonly known: KnownTurns;
  /** Runs a transaction once. After the commit, `countWrites` tells how many writes it held. */
  attempt<T>(
    work: (queries: TransactionQueries) => Promise<T>,
    options: WriteOptions,
    countWrites: () => number,
  ): Promise<T>;
  /** Runs a transaction, again after a conflict; the caller has its turn among writes with the same key. */
  run(work: BatchWork, options: WriteOptions, onShared: (key: string) => void): Promise<unknown>;
  isConflict(error: unknown): boolean;
  /** Called before a batch runs again after a conflict. */
  onRetry(): void;
}

/**
 * Lets writes that wait at the same moment share a transaction. A batch consists of what came while the one before it
 * ran, so a write that comes alone does not wait.
 */
export class WriteBatches {
  readonly #dependencies: BatchesDependencies;
  #waiting: Waiting[] = [];
  #running = 0;

  constructor(dependencies: BatchesDependencies) {
    this.#dependencies = dependencies;
  }

  write<T>(work: (queries: TransactionQueries) => Promise<T>, options: WriteOptions): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#waiting.push({
      work: work as BatchWork,
      options,
      since: performance.now(),
      resolve: resolve as (value: unknown) => void,
      reject,
    });
    this.startNext();
    return promise;
  }

  /** Also to be called when a key has become free that a waiting write may need. */
  startNext(): void {
    while (this.#running < maxRunning && this.#waiting.length > 0) {
      this.#refuseOverdue();
      const turns = this.#takeTurns();
      if (turns.size === 0) return;
      this.#running += 1;
      const run = async (takeMore: TakeMore) => {
        await this.#addTurns(turns, takeMore);
        return this.#runTogether(this.#takeMembers(turns));
      };
      void this.#dependencies.turns.runBatch(this.#turnsOf(turns), run).then((alone) => {
        for (const end of turns.values()) end();
        this.#running -= 1;
        for (const member of alone) void this.#runAlone(member);
        this.startNext();
      });
    }
  }

  #refuseOverdue(): void {
    const oldest = performance.now() - this.#dependencies.maxWaitMs;
    this.#waiting = this.#waiting.filter(({ since, reject }) => {
      if (since < oldest) reject(new DatabaseUnavailable("writes before this one took too long"));
      return since >= oldest;
    });
  }

  /** Takes the turns, in this process, of the next writes whose keys are free. */
  #takeTurns(): Map<Key, () => void> {
    const turns = new Map<Key, () => void>();
    let size = 0;
    for (const { options } of this.#waiting) {
      const { mutexKey } = options;
      const end = turns.get(mutexKey) ?? this.#takeTurn(mutexKey);
      if (!end) continue;
      turns.set(mutexKey, end);
      if (++size === maxSize) break;
    }
    return turns;
  }

  #takeTurn(key: Key): (() => void) | undefined {
    return key === undefined ? doNothing : this.#dependencies.mutexes.tryTake(key);
  }

  /** Adds the turns of writes that have come while the batch waited for its first ones. */
  async #addTurns(turns: Map<Key, () => void>, takeMore: TakeMore): Promise<void> {
    const further = this.#takeTurns();
    const taken = new Set<Key>((await takeMore(this.#turnsOf(further))).map(({ key }) => key));
    for (const [key, end] of further)
      if (key === undefined || taken.has(key)) turns.set(key, end);
      else end();
  }

  /** Takes the writes that can run in these turns, in their order. */
  #takeMembers(turns: ReadonlyMap<Key, unknown>): readonly Waiting[] {
    const ready = this.#waiting.filter(({ options }) => turns.has(options.mutexKey)).slice(0, maxSize);
    const members = new Set(ready);
    this.#waiting = this.#waiting.filter((waiting) => !members.has(waiting));
    return ready;
  }

  /** Runs a batch, and again without those that made it fail. Returns the writes that must run alone. */
  async #runTogether(members: readonly Waiting[]): Promise<readonly Waiting[]> {
    const alone: Waiting[] = [];
    let left = members;
    let conflicts = 0;
    while (left.length > 1) {
      const tried = left;
      try {
        const outcomes = await this.#attempt(tried);
        for (const [number, member] of tried.entries()) settle(member, outcomes[number]);
        return [...alone, ...tried.filter((_, number) => outcomes[number]?.kind === "alone")];
      } catch (error) {
        const cause = error instanceof BatchAborted ? error.cause : error;
        if (this.#dependencies.isConflict(cause) && ++conflicts < maxConflicts) {
          this.#dependencies.onRetry();
          continue;
        }
        if (!(error instanceof BatchAborted)) {
          if (this.#dependencies.isConflict(error)) return [...alone, ...tried];
          // It is not known whether the batch was committed, so nothing of it may be repeated.
          for (const member of tried) member.reject(error);
          return alone;
        }
        const { culprits } = error;
        if (culprits.size === 0) return [...alone, ...tried];
        alone.push(...tried.filter((_, number) => culprits.has(number)));
        left = tried.filter((_, number) => !culprits.has(number));
      }
    }
    for (const member of left) await this.#run(member).then(member.resolve, member.reject);
    return alone;
  }

  #attempt(members: readonly Waiting[]): Promise<MemberOutcome[]> {
    /** The error of a statement for which only the commit waits. */
    let refused: unknown;
    /** The members that have changed something, in the order of their changes. */
    let committed: readonly Waiting[] = [];
    const attempt = this.#dependencies.attempt(
      async ({ execute, unawaited }) => {
        const { combined } = this.#dependencies;
        // Neither is waited for: PostgreSQL runs the statements of a connection in their order.
        execute(prepareForBatch, [String(maxLockMs)]).catch(doNothing);
        const share = (number: number, key: string) => this.#noteShared(members[number], key);
        const batch = new BatchTransaction({ execute, unawaited, combined, share }, members.length);
        const outcomes = await batch.run(members.map(({ work }) => work));
        const noteRefused = (error: unknown) => {
          refused ??= error;
        };
        for (const running of unawaited) running.catch(noteRefused);
        execute(prepareForCommit, ["0"]).catch(doNothing);
        const done = batch.order().filter((number) => outcomes[number]?.kind === "done");
        committed = done.map((number) => members[number] as Waiting);
        return outcomes;
      },
      {
        announcements: () => committed.flatMap(({ options }) => options.announcements?.() ?? []),
        onDurable: (position, announced = []) => {
          // The commit has one position, so its announcements are published together.
          for (const [at, { options }] of committed.entries())
            options.onDurable?.(position, at === 0 ? announced : []);
        },
      },
      () => committed.length,
    );
    return attempt.catch((error) => {
      // The write fails with this error only if the transaction was rolled back.
      throw error === refused ? new BatchAborted(new Set(), error) : error;
    });
  }

  #run(member: Waiting): Promise<unknown> {
    const { work, options } = member;
    return this.#dependencies.run(work, options, (key) => this.#noteShared(member, key));
  }

  async #runAlone(member: Waiting): Promise<void> {
    const { mutexes, turns } = this.#dependencies;
    const { mutexKey } = member.options;
    const run = () => this.#run(member);
    const running =
      mutexKey === undefined
        ? run()
        : mutexes.run(mutexKey, () => turns.runBatch(this.#turnsOf(new Map([[mutexKey, run]])), run));
    await running.then(member.resolve, member.reject);
    this.startNext();
  }

  #noteShared(member: Waiting | undefined, key: string): void {
    const { mutexKey } = member?.options ?? {};
    if (mutexKey !== undefined) this.#dependencies.known.note(mutexKey, key);
  }

  #turnsOf(keys: ReadonlyMap<Key, unknown>): Turn[] {
    return [...keys.keys()].flatMap((key) =>
      key === undefined ? [] : { key, shared: this.#dependencies.known.keyOf(key) },
    );
  }
}

function settle({ resolve, reject }: Waiting, outcome: MemberOutcome | undefined): void {
  if (outcome?.kind === "done") resolve(outcome.value);
  else if (outcome?.kind === "failed") reject(outcome.error);
}
