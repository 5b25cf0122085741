import type { Kysely } from "kysely";
import { backoffMs } from "../declare/job.ts";
import type { Reader } from "../declare/tx.ts";
import { prepare } from "../platform/database/prepared.ts";
import { readJobTime } from "../store/job-time.ts";
import type { Store } from "../store/store.ts";
import type { JobRow, SystemTables } from "../store/system-tables.ts";
import { JobTurns, noneRuns } from "./job-turns.ts";

interface JobQueueOptions {
  readonly leaseMs: number;
  /** The jobs that this program knows. Jobs of other names are left for a program that knows them. */
  readonly names: readonly string[];
  /** Those of them that run on behalf of accounts. */
  readonly namesWithTurns: readonly string[];
}

interface PeriodicNames {
  readonly needed: readonly string[];
  /** An earlier configuration may have needed these. */
  readonly unneeded: readonly string[];
}

interface DueRequest {
  readonly now: number;
  readonly limit: number;
  readonly capacity: ReadonlyMap<string, number>;
}

const idOfPeriodic = (name: string) => `periodic:${name}`;

const prepareDue = (names: readonly string[]) =>
  prepare((db: Kysely<SystemTables>, now: number, limit: number) =>
    db
      .selectFrom("jobs")
      .select(["id", "name"])
      .where("failed", "=", 0)
      .where("name", "in", names)
      .where("run_at", "<=", now)
      .where("leased_until", "<=", now)
      .orderBy("run_at")
      .limit(limit),
  );

/** The table of jobs, from which workers claim the jobs that are due. All times are those of `jobTime`. */
export class JobQueue {
  readonly #store: Store;
  readonly #leaseMs: number;
  readonly #names: readonly string[];
  readonly #namesWithTurns: readonly string[];
  /** Prepared, because an idle worker asks every second. */
  readonly #dueOfAll;
  readonly #turns = new JobTurns();

  constructor(store: Store, { leaseMs, names, namesWithTurns }: JobQueueOptions) {
    this.#store = store;
    this.#leaseMs = leaseMs;
    this.#names = names.filter((name) => !namesWithTurns.includes(name));
    this.#namesWithTurns = namesWithTurns;
    this.#dueOfAll = prepareDue(this.#names);
  }

  /**
   * Ensures that the periodic jobs have their rows, in one write, because a server waits for this when it starts. A worker
   * that is alone ends the leases that a process before it left when it died.
   */
  async setPeriodic({ needed, unneeded }: PeriodicNames, isAlone: boolean): Promise<void> {
    const fresh = { payload: "null", run_at: await this.#now(), attempts: 0, leased_until: 0, failed: 0 };
    // In the same order in every process, so that none waits for a row of another one that waits for it.
    const rows = needed.toSorted().map((name) => ({ id: idOfPeriodic(name), name, ...fresh }));
    await this.#store.write(async (tx) => {
      const sql = tx.sql<SystemTables>();
      if (rows.length > 0)
        await sql
          .insertInto("jobs")
          .values(rows)
          // An older version of the program gave up the jobs that it did not know.
          .onConflict((conflict) =>
            conflict.column("id").doUpdateSet({ failed: 0, ...(isAlone && { leased_until: 0 }) }),
          )
          .execute();
      if (unneeded.length > 0)
        await sql.deleteFrom("jobs").where("id", "in", unneeded.map(idOfPeriodic)).execute();
    });
  }

  /**
   * Claims due jobs under a lease, so that another worker can claim the jobs of a worker that died. Claims no more jobs
   * of a name than `capacity` allows; other due jobs may then remain behind those.
   */
  async claim(limit: number, capacity: ReadonlyMap<string, number>): Promise<JobRow[]> {
    for (;;) {
      // A read first: an idle worker must not write every second.
      const ids = await this.#store.read((db) => this.#findDue(db, limit, capacity));
      if (ids.length === 0) return [];
      const claimed = await this.#lease(ids);
      for (const { on_behalf_of } of claimed) this.#turns.recordTurn(on_behalf_of);
      // If another worker has claimed them all, there may be more.
      if (claimed.length > 0) return claimed;
    }
  }

  async #now(): Promise<number> {
    return this.#store.read(readJobTime);
  }

  async #findDue(db: Reader, limit: number, capacity: ReadonlyMap<string, number>): Promise<string[]> {
    const ids: string[] = [];
    const now = await readJobTime(db);
    for (const name of this.#namesWithTurns) {
      const most = Math.min(limit - ids.length, capacity.get(name) ?? limit);
      if (most > 0) ids.push(...(await this.#turns.findDue(db, { name, now, limit: most })));
    }
    const left = limit - ids.length;
    if (left > 0) ids.push(...(await this.#findOthersDue(db, { now, limit: left, capacity })));
    return ids;
  }

  async #findOthersDue(db: Reader, { now, limit, capacity }: DueRequest): Promise<string[]> {
    const names = this.#names.filter((name) => (capacity.get(name) ?? 1) > 0);
    if (names.length === 0) return [];
    const query = names.length === this.#names.length ? this.#dueOfAll : prepareDue(names);
    const due = await db.all(query, now, limit);
    const byName = Map.groupBy(due, ({ name }) => name);
    return [...byName].flatMap(([name, rows]) => rows.slice(0, capacity.get(name)).map(({ id }) => id));
  }

  async #lease(ids: readonly string[]): Promise<JobRow[]> {
    const now = await this.#now();
    return this.#store.write((tx) =>
      tx
        .sql<SystemTables>()
        .updateTable("jobs")
        .set((row) => ({ leased_until: now + this.#leaseMs, attempts: row("attempts", "+", 1) }))
        .where("id", "in", ids)
        .where("run_at", "<=", now)
        .where("leased_until", "<=", now)
        .where("failed", "=", 0)
        // Another node may have claimed a job on behalf of the same account since.
        .where((eb) => noneRuns(eb, now))
        .returningAll()
        .execute(),
    );
  }

  /** Returns the job with its new lease, or undefined if another worker has claimed it since. */
  async extendLease(job: JobRow): Promise<JobRow | undefined> {
    const leased_until = (await this.#now()) + this.#leaseMs;
    return (await this.#update(job, { leased_until })) ? { ...job, leased_until } : undefined;
  }

  /** Like the methods below, returns false and changes nothing if another worker has claimed the job since. */
  async finish(job: JobRow, everyMs: number | undefined): Promise<boolean> {
    if (everyMs !== undefined) {
      const run_at = (await this.#now()) + everyMs;
      return this.#update(job, { run_at, attempts: 0, leased_until: 0, last_error: null });
    }
    const { numDeletedRows } = await this.#store.write((tx) =>
      tx
        .sql<SystemTables>()
        .deleteFrom("jobs")
        .where("id", "=", job.id)
        .where("leased_until", "=", job.leased_until)
        .executeTakeFirst(),
    );
    return numDeletedRows > 0n;
  }

  async postpone(job: JobRow, reason: string): Promise<boolean> {
    const run_at = (await this.#now()) + backoffMs(job.attempts);
    return this.#update(job, { run_at, leased_until: 0, last_error: reason });
  }

  giveUp(job: JobRow, reason: string): Promise<boolean> {
    return this.#update(job, { failed: 1, leased_until: 0, last_error: reason });
  }

  async #update({ id, leased_until }: JobRow, changes: Partial<JobRow>): Promise<boolean> {
    const { numUpdatedRows } = await this.#store.write((tx) =>
      tx
        .sql<SystemTables>()
        .updateTable("jobs")
        .set(changes)
        .where("id", "=", id)
        // A lease is extended or replaced by a later one, so its end tells which worker holds it.
        .where("leased_until", "=", leased_until)
        .executeTakeFirst(),
    );
    return numUpdatedRows > 0n;
  }
}
