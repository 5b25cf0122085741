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
/** In the order of their numbers, which is the same in all processes, so that no two wait for each other. */
const lockAll = "select pg_advisory_xact_lock(3708, lock) from unnest($1::int[]) as needed(lock)";
/**
 * All locks in the same order, and only then those that are shared: whoever wants one of these alone waits for batches
 * that run, not for batches that wait. Returns the locks whose shared lock is free. If none is, or $3, it waits for that
 * of the first: while it has no other, so that nobody waits for it who has that one and wants another.
 */
const lockBatch = `with own as materialized (
    select lock, shared, place, pg_advisory_xact_lock(3708, lock)
    from (select * from unnest($1::int[], $2::int[]) with ordinality as needed(lock, shared, place)
      order by lock offset 0) as sorted),
  tried as materialized (
    select lock, shared, place, case when shared is null then true
      when place = 1 and $3 then pg_advisory_xact_lock_shared(3708, shared) is not null
      else pg_try_advisory_xact_lock_shared(3708, shared) end as taken
    from (select * from own order by place offset 0) as own_in_place)
  select lock from tried where case when taken then true
    when place > 1 or exists (select from tried where taken) then false
    else pg_advisory_xact_lock_shared(3708, shared) is not null end`;
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

  async runBatch<T>(
    turns: readonly Turn[],
    work: (taken: readonly Turn[], takeMore: TakeMore) => Promise<T>,
    { waits = true } = {},
  ): Promise<T> {
    if (turns.length === 0) return work([], async (more) => more);
    let taken = turns;
    const lock = async (execute: Execute) => {
      taken = await lockThose(lockBatch, turns, execute, [waits]);
    };
    return this.#run(lock, (takeMore) => work(taken, takeMore));
  }

  runAlone<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    return keys.length > 0
      ? this.#alone.run(() => this.#run((execute) => execute(lockAll, [`{${sorted(keys)}}`]), work))
      : work();
  }

  /** The lock belongs to the transaction of the write, whose snapshot is older: it may still run again. */
  async tryTake(key: string, execute: Execute): Promise<(() => void) | undefined> {
    const { rows } = await execute(tryLock, [lockOf(key)]);
    return rows[0]?.taken ? doNothing : undefined;
  }

  async #run<T>(
    lock: (execute: Execute) => Promise<unknown>,
    work: (takeMore: TakeMore) => Promise<T>,
  ): Promise<T> {
    const [begun, ended] = [Promise.withResolvers<TakeMore>(), Promise.withResolvers<void>()];
    const locking = transact(this.#pool, { begin }, async ({ execute }) => {
      await lock(execute);
      begun.resolve(async (more) => (more.length > 0 ? lockThose(tryLocks, more, execute) : []));
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

function sorted(keys: readonly string[]): number[] {
  return [...new Set(keys.map(lockOf))].sort((one, other) => one - other);
}

/** Runs a query that locks some of the turns; resolves to those. */
async function lockThose(
  query: string,
  turns: readonly Turn[],
  execute: Execute,
  further: readonly unknown[] = [],
): Promise<readonly Turn[]> {
  const locks = turns.map(({ key }) => lockOf(key));
  const shared = turns.map(({ shared: key }) => (key === undefined ? "null" : lockOf(key)));
  const { rows } = await execute(query, [`{${locks}}`, `{${shared}}`, ...further]);
  const locked = new Set(rows.map(({ lock }) => lock));
  return turns.filter(({ key }) => locked.has(lockOf(key)));
}
