import { statement } from "./connection.ts";
import type { PostgresPool } from "./pool.ts";

type CommitOutcome = "committed" | "aborted";

const [minPauseMs, maxPauseMs] = [10, 1_000];

/** A transaction id, and when PostgreSQL last recovered from a crash. Together they name a transaction. */
export interface TransactionName {
  readonly id: string;
  readonly recoveredAt: string | null;
}

/** Names the current transaction. A recovery discards the statistics, so that they begin again. */
export const nameTransaction = statement`
  select pg_current_xact_id()::text as id,
    extract(epoch from pg_stat_get_bgwriter_stat_reset_time())::text as "recoveredAt"`;

/**
 * A transaction that is still in progress waits for a commit that got lost on its way, or is being committed.
 * Terminating its connection decides the first, and does not affect the second.
 *
 * The id of a transaction of which nothing had reached the disk when PostgreSQL crashed is given to another one
 * afterwards. So an id from before a recovery is meaningless.
 */
const findStatus = `
  select case when named.is_same then pg_xact_status($1::xid8) else 'forgotten' end as status,
    (
      select bool_or(pg_terminate_backend(pid)) from pg_stat_activity
      where named.is_same and backend_xid = $1::xid8::xid
    ) as terminated
  from (
    select extract(epoch from pg_stat_get_bgwriter_stat_reset_time())::text is not distinct from $2::text as is_same
  ) as named`;

/** Finds out whether a commit whose response was lost took effect. */
export class CommitOutcomes {
  readonly #pool: PostgresPool;
  readonly #limitMs: number;
  #isClosed = false;

  /** `limitMs` is the time for one response. */
  constructor(pool: PostgresPool, limitMs: number) {
    this.#pool = pool;
    this.#limitMs = limitMs;
  }

  /**
   * Asks PostgreSQL until it knows the outcome; returns undefined if it does not respond in time or no longer knows.
   */
  async find(transaction: TransactionName, withinMs: number): Promise<CommitOutcome | undefined> {
    const deadline = performance.now() + withinMs;
    for (let pauseMs = minPauseMs; !this.#isClosed; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      const status = await this.#statusOf(transaction).catch(() => undefined);
      if (status === "committed" || status === "aborted") return status;
      if (status === "forgotten") return undefined;
      if (performance.now() + pauseMs > deadline) return undefined;
      await Bun.sleep(pauseMs);
    }
    return undefined;
  }

  async #statusOf({ id, recoveredAt }: TransactionName): Promise<unknown> {
    const { rows } = await this.#pool.execute(findStatus, [id, recoveredAt], this.#limitMs);
    return rows[0]?.status;
  }

  close(): void {
    this.#isClosed = true;
  }
}
