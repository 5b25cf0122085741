import { backoffMs } from "../declare/job.ts";
import type { Clock } from "../platform/clock.ts";
import type { Store } from "../store/store.ts";
import type { JobRow, SystemTables } from "../store/system-tables.ts";

/** The table of jobs, from which workers claim the jobs that are due. */
export class JobQueue {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #leaseMs: number;

  constructor(store: Store, clock: Clock, leaseMs: number) {
    this.#store = store;
    this.#clock = clock;
    this.#leaseMs = leaseMs;
  }

  /** Ensures that a periodic job has its row. */
  async addPeriodic(name: string): Promise<void> {
    const fresh = { payload: "null", run_at: this.#clock.now(), attempts: 0, leased_until: 0, failed: 0 };
    await this.#store.write((tx) =>
      tx
        .sql<SystemTables>()
        .insertInto("jobs")
        .values({ id: `periodic:${name}`, name, ...fresh })
        // A version of the program that did not know the job may have given it up.
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ failed: 0 }))
        .execute(),
    );
  }

  /**
   * Claims due jobs under a lease, so that another worker can claim the jobs of a worker that died. Claims no more jobs
   * of a name than `capacity` allows; other due jobs may then remain behind those.
   */
  async claim(limit: number, capacity: ReadonlyMap<string, number>): Promise<JobRow[]> {
    for (;;) {
      // A read first: an idle worker must not write every second.
      const ids = await this.#findDue(limit, capacity);
      if (ids.length === 0) return [];
      const claimed = await this.#lease(ids);
      // If another worker has claimed them all, there may be more.
      if (claimed.length > 0) return claimed;
    }
  }

  async #findDue(limit: number, capacity: ReadonlyMap<string, number>): Promise<string[]> {
    const now = this.#clock.now();
    const full = [...capacity].filter(([, left]) => left <= 0).map(([name]) => name);
    const due = await this.#store.read((db) =>
      db
        .sql<SystemTables>()
        .selectFrom("jobs")
        .select(["id", "name"])
        .where("failed", "=", 0)
        .$if(full.length > 0, (query) => query.where("name", "not in", full))
        .where("run_at", "<=", now)
        .where("leased_until", "<=", now)
        .orderBy("run_at")
        .limit(limit)
        .execute(),
    );
    const byName = Map.groupBy(due, ({ name }) => name);
    return [...byName].flatMap(([name, rows]) => rows.slice(0, capacity.get(name)).map(({ id }) => id));
  }

  #lease(ids: readonly string[]): Promise<JobRow[]> {
    const now = this.#clock.now();
    return this.#store.write((tx) =>
      tx
        .sql<SystemTables>()
        .updateTable("jobs")
        .set((row) => ({ leased_until: now + this.#leaseMs, attempts: row("attempts", "+", 1) }))
        .where("id", "in", ids)
        .where("run_at", "<=", now)
        .where("leased_until", "<=", now)
        .where("failed", "=", 0)
        .returningAll()
        .execute(),
    );
  }

  async extendLease(id: string): Promise<void> {
    await this.#update(id, { leased_until: this.#clock.now() + this.#leaseMs });
  }

  async finish(id: string, everyMs: number | undefined): Promise<void> {
    if (everyMs !== undefined) {
      const next = { run_at: this.#clock.now() + everyMs, attempts: 0, leased_until: 0, last_error: null };
      return this.#update(id, next);
    }
    await this.#store.write((tx) => tx.sql<SystemTables>().deleteFrom("jobs").where("id", "=", id).execute());
  }

  async postpone({ id, attempts }: JobRow, reason: string): Promise<void> {
    const run_at = this.#clock.now() + backoffMs(attempts);
    await this.#update(id, { run_at, leased_until: 0, last_error: reason });
  }

  async giveUp(id: string, reason: string): Promise<void> {
    await this.#update(id, { failed: 1, leased_until: 0, last_error: reason });
  }

  async #update(id: string, changes: Partial<JobRow>): Promise<void> {
    await this.#store.write((tx) =>
      tx.sql<SystemTables>().updateTable("jobs").set(changes).where("id", "=", id).execute(),
    );
  }
}
