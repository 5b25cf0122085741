import type { PostgresPool } from "./pool.ts";

export type CommitOutcome = "committed" | "aborted";

const [minPauseMs, maxPauseMs] = [10, 1_000];

/**
 * A transaction that is still in progress waits for a commit that got lost on its way, or is being committed.
 * Terminating its connection decides the first, and does not affect the second.
 */
const findStatus = `
  select pg_xact_status($1::xid8) as status,
    (select bool_or(pg_terminate_backend(pid)) from pg_stat_activity where backend_xid = $1::xid8::xid) as terminated`;

/** Finds out what became of a commit whose response was lost. */
export class CommitOutcomes {
  readonly #pool: PostgresPool;
  readonly #limitMs: number;
  #isClosed = false;

  /** `limitMs` is the time for one response. */
  constructor(pool: PostgresPool, limitMs: number) {
    this.#pool = pool;
    this.#limitMs = limitMs;
  }

  /** Asks PostgreSQL until it knows the outcome; returns undefined if the time is over before. */
  async find(transactionId: string, withinMs: number): Promise<CommitOutcome | undefined> {
    const deadline = performance.now() + withinMs;
    for (let pauseMs = minPauseMs; !this.#isClosed; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      const status = await this.#statusOf(transactionId).catch(() => undefined);
      if (status === "committed" || status === "aborted") return status;
      if (performance.now() + pauseMs > deadline) return undefined;
      await Bun.sleep(pauseMs);
    }
    return undefined;
  }

  async #statusOf(transactionId: string): Promise<unknown> {
    const { rows } = await this.#pool.execute(findStatus, [transactionId], this.#limitMs);
    return rows[0]?.status;
  }

  close(): void {
    this.#isClosed = true;
  }
}
