import { statement } from "../connection.ts";
import { type PostgresOptions, PostgresPool } from "../pool.ts";
import { transact } from "../transaction.ts";
import { writerOptions } from "../writer-sessions.ts";

/** A process that holds a turn for longer may have lost its network. The writes then run without their turn. */
const maxWaitMs = 1_000;
/** The client waits no longer either, should PostgreSQL not respond. */
const begin = [statement`begin`, statement`set local lock_timeout = 1000`];
/** In the order of the array, which is the same in all processes, so that no two wait for each other. */
const lockAll = "select pg_advisory_xact_lock(3708, lock) from unnest($1::int[]) as lock";
const tryLocks = "select lock from unnest($1::int[]) as lock where pg_try_advisory_xact_lock(3708, lock)";
const doNothing = () => {};

/** Takes the turns of further keys that are free right now; resolves to those. */
export type TakeMore = (keys: readonly string[]) => Promise<readonly string[]>;

/**
 * Lets the processes that share a database run writes with the same key one after another; at the same time they would
 * conflict, and run again. A turn is an advisory lock of a transaction that does nothing else, because the transaction
 * of the writes must take its snapshot after the turn has begun, and the turn must outlive its commit. The isolation
 * of the writes does not depend on it: if it cannot be acquired, they run anyway.
 */
export class WriteTurns {
  readonly #pool: PostgresPool;

  constructor(options: Pick<PostgresOptions, "url" | "queryTimeoutMs">, node?: string) {
    this.#pool = new PostgresPool({ ...options, poolSize: 2, ...writerOptions(node) });
  }

  async run<T>(keys: readonly string[], work: (takeMore: TakeMore) => Promise<T>): Promise<T> {
    const [begun, ended] = [Promise.withResolvers<TakeMore>(), Promise.withResolvers<void>()];
    const locking = transact(this.#pool, { begin }, async ({ execute }) => {
      await execute(lockAll, [toArray(keys)]);
      begun.resolve(async (more) => {
        if (more.length === 0) return [];
        const { rows } = await execute(tryLocks, [toArray(more)]);
        const locked = new Set(rows.map(({ lock }) => lock));
        return more.filter((key) => locked.has(lockOf(key)));
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

const takeNone = async (): Promise<readonly string[]> => [];

/** Different keys may have the same lock. */
function lockOf(key: string): number {
  return Bun.hash.crc32(key) | 0;
}

function toArray(keys: readonly string[]): string {
  const locks = new Set(keys.map(lockOf));
  return `{${[...locks].sort((one, other) => one - other)}}`;
}
