import { Semaphore } from "../../../concurrency/semaphore.ts";
import type { NeededTurns } from "../../port.ts";
import { type Execute, statement } from "../connection.ts";
import { type PostgresOptions, PostgresPool } from "../pool.ts";
import { transact } from "../transaction.ts";
import { writerOptions } from "../writer-sessions.ts";
import { LocalTurns } from "./local-turns.ts";
import type { Turns } from "./turns.ts";

/** A process that holds a turn for longer may have lost its network. The writes then run without their turn. */
const maxWaitMs = 1_000;
/** The client waits no longer either, should PostgreSQL not respond. */
const begin = [statement`begin`, statement`set local lock_timeout = 1000`];
/**
 * In the order of the arrays: first all that are shared, then the others, both in the order of their numbers. It is the
 * same in all processes, so that no two wait for each other.
 */
const lockAll = `select case when shared then pg_advisory_xact_lock_shared(3708, lock)
    else pg_advisory_xact_lock(3708, lock) end
  from unnest($1::int[], $2::bool[]) as needed(lock, shared)`;
const tryLock = "select pg_try_advisory_xact_lock(3708, $1) as taken";
/** Of the connections, one is left for writes that share turns: messages that are sent together. */
const maxAlone = 3;
const doNothing = () => {};

/**
 * Lets the processes that share a database run writes with the same key one after another; at the same time they would
 * conflict, and run again. A turn is an advisory lock of a transaction that does nothing else, because the transaction
 * of the writes must take its snapshot after the turn has begun, and the turn must outlive its commit.
 */
export class WriteTurns implements Turns {
  readonly #pool: PostgresPool;
  readonly #local = new LocalTurns(maxWaitMs);
  readonly #alone = new Semaphore(maxAlone);

  constructor(options: Pick<PostgresOptions, "url" | "queryTimeoutMs">, node?: string) {
    this.#pool = new PostgresPool({ ...options, poolSize: 4, ...writerOptions(node) });
  }

  async run<T>(needed: NeededTurns, work: () => Promise<T>): Promise<T> {
    const { exclusive = [], shared = [] } = needed;
    if (exclusive.length + shared.length === 0) return work();
    // Those of one process wait here, so that they do not all need a connection to wait.
    return this.#local.run(needed, () => {
      const run = () => this.#runLocked(needed, work);
      return shared.length > 0 ? run() : this.#alone.run(run);
    });
  }

  /** The lock belongs to the transaction of the write, whose snapshot is older: it may still run again. */
  async tryTake(key: string, execute: Execute): Promise<(() => void) | undefined> {
    const { rows } = await execute(tryLock, [lockOf(key)]);
    return rows[0]?.taken ? doNothing : undefined;
  }

  async #runLocked<T>(needed: NeededTurns, work: () => Promise<T>): Promise<T> {
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const locking = transact(this.#pool, { begin }, async ({ execute }) => {
      await execute(lockAll, locksOf(needed));
      begun.resolve();
      await ended.promise;
    });
    void locking.catch(doNothing).finally(begun.resolve);
    const timer = setTimeout(begun.resolve, maxWaitMs);
    await begun.promise;
    clearTimeout(timer);
    try {
      return await work();
    } finally {
      ended.resolve();
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** Different keys may have the same lock. */
function lockOf(key: string): number {
  return Bun.hash.crc32(key) | 0;
}

/** The locks of turns and whether each is shared, as two arrays. */
function locksOf({ exclusive = [], shared = [] }: NeededTurns): [string, string] {
  const sorted = (keys: readonly string[]) =>
    [...new Set(keys.map(lockOf))].sort((one, other) => one - other);
  const [first, then] = [sorted(shared), sorted(exclusive)];
  return [`{${[...first, ...then]}}`, `{${[...first.map(() => true), ...then.map(() => false)]}}`];
}
