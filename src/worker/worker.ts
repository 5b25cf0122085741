import { Parse } from "typebox/value";
import { backoffMs, type JobContext, type JobSpec } from "../declare/job.ts";
import type { Services } from "../declare/services.ts";
import type { FrameTables, JobRow } from "../platform/database/frame-tables.ts";
import type { Store } from "../platform/database/store.ts";

const leaseMs = 60_000;
const parallel = 4;

export interface WorkerParts {
  readonly store: Store;
  readonly services: Services;
  readonly jobs: readonly JobSpec[];
}

/** Runs jobs, each at least once, a failed one again after a growing pause. */
export class Worker {
  readonly #parts: WorkerParts;
  readonly #specs: ReadonlyMap<string, JobSpec>;
  readonly #context: JobContext;
  #draining: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    this.#specs = new Map(parts.jobs.map((spec) => [spec.name, spec]));
    this.#context = { services: parts.services, read: parts.store.read, write: parts.store.write };
  }

  /** Makes sure that every job that runs by the clock has its row. */
  async schedulePeriodic(): Promise<void> {
    const { store, services } = this.#parts;
    for (const { name, everyMs } of this.#specs.values()) {
      if (everyMs === undefined) continue;
      const row = { id: `periodic:${name}`, name, payload: "null", run_at: services.clock.now() };
      await store.write((tx) =>
        tx
          .sql<FrameTables>()
          .insertInto("jobs")
          .values({ ...row, attempts: 0, leased_until: 0, failed: 0 })
          // A program that did not know the job may have given it up.
          .onConflict((conflict) => conflict.column("id").doUpdateSet({ failed: 0 }))
          .execute(),
      );
    }
  }

  /** Runs whatever is due now; resolves when nothing is. */
  drain(): Promise<void> {
    this.#again = true;
    this.#draining ??= this.#drain();
    return this.#draining;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#draining;
  }

  async #drain(): Promise<void> {
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false;
        const due = await this.#claim();
        if (due.length > 0) this.#again = true;
        await Promise.all(due.map((row) => this.#run(row)));
      }
    } finally {
      // In the same turn as the last look, so that nobody waits for a loop that will not look again.
      this.#draining = undefined;
    }
  }

  /** Takes a lease, so that a job of a worker that died is taken up by another. */
  async #claim(): Promise<JobRow[]> {
    const { store, services } = this.#parts;
    const now = services.clock.now();
    return store.write(async (tx) => {
      const jobs = tx.sql<FrameTables>();
      const due = await jobs
        .selectFrom("jobs")
        .select("id")
        .where("failed", "=", 0)
        .where("run_at", "<=", now)
        .where("leased_until", "<=", now)
        .orderBy("run_at")
        .limit(parallel)
        .execute();
      if (due.length === 0) return [];
      return jobs
        .updateTable("jobs")
        .set((row) => ({ leased_until: now + leaseMs, attempts: row("attempts", "+", 1) }))
        .where(
          "id",
          "in",
          due.map(({ id }) => id),
        )
        .returningAll()
        .execute();
    });
  }

  async #run(row: JobRow): Promise<void> {
    const spec = this.#specs.get(row.name);
    try {
      if (!spec) throw new Error(`no job is called ${row.name}`);
      if (!spec.everyMs && row.attempts > spec.attempts) throw new Error("its worker died in every attempt");
      const text = spec.sealed ? this.#parts.services.vault.open(row.payload, row.id) : row.payload;
      const payload = JSON.parse(text);
      await spec.run(this.#context, (spec.everyMs ? undefined : Parse(spec.payload, payload)) as never);
      await this.#finish(row, spec);
    } catch (error) {
      await this.#postpone(row, spec, error);
    }
  }

  async #finish(row: JobRow, { everyMs }: JobSpec): Promise<void> {
    const { store, services } = this.#parts;
    await store.write(async (tx) => {
      const jobs = tx.sql<FrameTables>();
      if (everyMs === undefined) await jobs.deleteFrom("jobs").where("id", "=", row.id).execute();
      else {
        const next = {
          run_at: services.clock.now() + everyMs,
          attempts: 0,
          leased_until: 0,
          last_error: null,
        };
        await jobs.updateTable("jobs").set(next).where("id", "=", row.id).execute();
      }
    });
  }

  async #postpone(row: JobRow, spec: JobSpec | undefined, error: unknown): Promise<void> {
    const { store, services } = this.#parts;
    const reason = withoutAddresses(error instanceof Error ? error.message : String(error));
    const giveUp = spec === undefined || (spec.everyMs === undefined && row.attempts >= spec.attempts);
    services.log[giveUp ? "error" : "warn"](
      { job: row.name, id: row.id, attempt: row.attempts, reason },
      giveUp ? "job given up" : "job failed, will be tried again",
    );
    const later = {
      run_at: services.clock.now() + backoffMs(row.attempts),
      leased_until: 0,
      last_error: reason,
    };
    await store.write((tx) =>
      tx
        .sql<FrameTables>()
        .updateTable("jobs")
        .set({ ...later, failed: giveUp ? 1 : 0 })
        .where("id", "=", row.id)
        .execute(),
    );
  }
}

/** Mail servers like to repeat whom they refuse. */
function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, "[hidden]");
}
