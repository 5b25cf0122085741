import { Semaphore } from "../../../concurrency/semaphore.ts";
import { type Execute, statement } from "../connection.ts";
import { type PostgresOptions, PostgresPool } from "../pool.ts";
import { transact } from "../transaction.ts";
import { writerOptions } from "../writer-sessions.ts";
import type { TakeMore, Turn, Turns } from "./turns.ts";

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
const tryLocks = `select lock from unnest($1::int[], $2::int[]) as needed(lock, shared)
  where (shared is null or pg_try_advisory_xact_lock_shared(3708, shared))
    and pg_try_advisory_xact_lock(3708, lock)`;
const tryLock = "select pg_try_advisory_xact_lock(3708, $1) as taken";
/** Of the connections, one is left for batches. */
const maxAlone = 3;
const doNothing = () => {};

/**
 * Lets the processes that share a database run writes with the same key one after another; at the same time they would
 * conflict, and run again. A turn is an advisory lock of a transaction that does nothing else, because the transaction
 * of the writes must take its snapshot after the turn has begun, and the turn must outlive its commit.
 */
export class WriteTurns implements Turns {
  readonly #pool: PostgresPool;
  readonly #alone = new Semaphore(maxAlone);

  constructor(options: Pick<PostgresOptions, "url" | "queryTimeoutMs">, node?: string) {
    this.#pool = new PostgresPool({ ...options, poolSize: 4, ...writerOptions(node) });
  }

  runBatch<T>(turns: readonly Turn[], work: (takeMore: TakeMore) => Promise<T>): Promise<T> {
    return turns.length > 0 ? this.#run(turns, work) : work(async (more) => more);
  }

  runAlone<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    return keys.length > 0
      ? this.#alone.run(() =>
          this.#run(
            keys.map((key) => ({ key })),
            work,
          ),
        )
      : work();
  }

  /** The lock belongs to the transaction of the write, whose snapshot is older: it may still run again. */
  async tryTake(key: string, execute: Execute): Promise<(() => void) | undefined> {
    const { rows } = await execute(tryLock, [lockOf(key)]);
    return rows[0]?.taken ? doNothing : undefined;
  }

  async #run<T>(turns: readonly Turn[], work: (takeMore: TakeMore) => Promise<T>): Promise<T> {
    const [begun, ended] = [Promise.withResolvers<TakeMore>(), Promise.withResolvers<void>()];
    const locking = transact(this.#pool, { begin }, async ({ execute }) => {
      await execute(lockAll, needs(turns));
      begun.resolve(async (more) => {
        if (more.length === 0) return [];
        const locks = more.map(({ key }) => lockOf(key));
        const shared = more.map(({ shared: key }) => (key === undefined ? "null" : lockOf(key)));
        const { rows } = await execute(tryLocks, [`{${locks}}`, `{${shared}}`]);
        const locked = new Set(rows.map(({ lock }) => lock));
        return more.filter(({ key }) => locked.has(lockOf(key)));
      });
      await ended.promise;
    });
    void locking.catch(doNothing).finally(() => begun.resolve(takeNone));
    const timer = setTimeout(() => begun.resolve(takeNone), maxWaitMs);
    const takeMore = await begun.promise;
    clearTimeout(timer);
    try {
      return await work((more) => takeMore(more).catch(takeNone));
    } finally {
      ended.resolve();
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

const takeNone: TakeMore = async () => [];

/** Different keys may have the same lock. */
function lockOf(key: string): number {
  return Bun.hash.crc32(key) | 0;
}

/** The locks of turns and whether each is shared, as two arrays. */
function needs(turns: readonly Turn[]): [string, string] {
  const sorted = (keys: readonly string[]) =>
    [...new Set(keys.map(lockOf))].sort((one, other) => one - other);
  const shared = sorted(turns.flatMap(({ shared }) => shared ?? []));
  const own = sorted(turns.map(({ key }) => key));
  return [`{${[...shared, ...own]}}`, `{${[...shared.map(() => true), ...own.map(() => false)]}}`];
}
