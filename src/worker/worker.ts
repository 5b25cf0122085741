import { Parse } from "typebox/value";
import type { Job, JobContext } from "../declare/job.ts";
import type { Services } from "../declare/services.ts";
import { within } from "../platform/clock/clock.ts";
import { Interval } from "../platform/concurrency/interval.ts";
import type { Store } from "../store/store.ts";
import type { JobRow } from "../store/system-tables.ts";
import { JobQueue } from "./job-queue.ts";

/** How many jobs run at once. */
const maxRunning = 8;

interface WorkerDependencies {
  readonly store: Store;
  readonly services: Services;
  readonly jobs: readonly Job[];
  /** How long a claimed job belongs to this worker before another may claim it. Extended while the job runs. */
  readonly leaseMs?: number;
}

/** Runs jobs, each at least once, and retries a failed job after a growing delay. */
export class Worker {
  readonly #services: Services;
  readonly #specs: ReadonlyMap<string, Job>;
  readonly #context: JobContext;
  readonly #queue: JobQueue;
  readonly #leaseMs: number;
  readonly #running = new Map<JobRow, Promise<void>>();
  #draining: Promise<void> | undefined;
  #wake = Promise.withResolvers<void>();
  #mayBeDue = false;
  #stopped = false;

  constructor({ store, services, jobs, leaseMs = 60_000 }: WorkerDependencies) {
    this.#services = services;
    this.#specs = new Map(jobs.map((spec) => [spec.name, spec]));
    this.#context = { services, read: store.read, write: store.write };
    this.#queue = new JobQueue(store, {
      leaseMs,
      names: jobs.map(({ name }) => name),
      namesWithTurns: jobs.filter(({ onBehalfOf }) => onBehalfOf).map(({ name }) => name),
    });
    this.#leaseMs = leaseMs;
  }

  /** Ensures that the periodic jobs run; other workers may run them too, unless this one is alone. */
  async schedulePeriodic({ isAlone = true } = {}): Promise<void> {
    const periodic = [...this.#specs.values()].filter(({ everyMs }) => everyMs !== undefined);
    const isNeeded = (job: Job) => job.isNeeded?.(this.#services.config) !== false;
    const namesOf = (jobs: readonly Job[]) => jobs.map(({ name }) => name);
    const needed = namesOf(periodic.filter(isNeeded));
    const unneeded = namesOf(periodic.filter((job) => !isNeeded(job)));
    await this.#queue.setPeriodic({ needed, unneeded }, isAlone);
  }

  /** Runs the jobs that are due; resolves when no job is due or running. */
  drain(): Promise<void> {
    this.#notify();
    this.#draining ??= this.#drain();
    return this.#draining;
  }

  /** Starts no more jobs and waits for those that run. Jobs that take longer run again later, as after a crash. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopped = true;
    const running = Promise.allSettled([this.#draining, ...this.#running.values()]);
    await within(timeoutMs, running, "some jobs are still running").catch(() => {});
  }

  async #drain(): Promise<void> {
    try {
      for (;;) {
        const mayStart = this.#mayBeDue && !this.#stopped;
        if (mayStart && this.#running.size < maxRunning) await this.#fillSlots();
        else if (this.#running.size > 0) await this.#wake.promise;
        else return;
      }
    } finally {
      // In the same turn as the last check, so that no caller waits for a loop that will not check again.
      this.#draining = undefined;
    }
  }

  async #fillSlots(): Promise<void> {
    this.#mayBeDue = false;
    const due = await this.#queue.claim(maxRunning - this.#running.size, this.#capacities());
    // More jobs may be due behind those that the limits of their names left out.
    if (due.length > 0) this.#mayBeDue = true;
    for (const row of due) this.#start(row);
  }

  /** How many more jobs of each limited name may run. */
  #capacities(): Map<string, number> {
    const capacities = new Map<string, number>();
    for (const { name, parallel } of this.#specs.values())
      if (parallel !== undefined) capacities.set(name, parallel);
    for (const { name } of this.#running.keys()) {
      const left = capacities.get(name);
      if (left !== undefined) capacities.set(name, left - 1);
    }
    return capacities;
  }

  #start(row: JobRow): void {
    // Nothing is wrong with a job that outlasts the end of the server: it runs again later.
    const logFailure = (error: unknown) =>
      this.#services.log[this.#stopped ? "warn" : "error"](
        { err: error, job: row.name, id: row.id },
        "the result of a job was not stored",
      );
    const ended = () => {
      this.#running.delete(row);
      this.#notify();
    };
    this.#running.set(row, this.#run(row).catch(logFailure).then(ended));
  }

  #notify(): void {
    this.#mayBeDue = true;
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }

  async #run(row: JobRow): Promise<void> {
    const { log } = this.#services;
    const details = { job: row.name, id: row.id };
    const spec = this.#specs.get(row.name);
    if (!spec) throw new Error(`there is no job with the name ${row.name}`);
    const logLost = () => log.warn(details, "another worker has claimed a job that was still running here");
    /** The job with the lease that this worker holds; undefined once another worker has claimed it. */
    let held: JobRow | undefined = row;
    const extend = async () => {
      if (!held) return;
      held = await this.#queue.extendLease(held);
      if (!held) logLost();
    };
    const lease = new Interval(this.#leaseMs / 3, extend, (error) =>
      log.warn({ ...details, err: error }, "the lease of a job was not extended"),
    );
    const failure = await this.#attempt(row, spec).finally(() => lease.stop());
    if (!held) return;
    const isStored = failure
      ? await this.#fail(held, spec, failure)
      : await this.#queue.finish(held, spec.everyMs);
    if (!isStored) logLost();
  }

  /** Runs the job once and returns the error if it failed. */
  async #attempt(row: JobRow, spec: Job): Promise<{ readonly error: unknown } | undefined> {
    try {
      if (!spec.everyMs && row.attempts > spec.attempts) throw new Error("the worker died in every attempt");
      await spec.run(this.#context, this.#payloadOf(row, spec));
      return undefined;
    } catch (error) {
      return { error };
    }
  }

  #payloadOf({ id, payload }: JobRow, { sealed, everyMs, payload: schema }: Job): never {
    if (everyMs !== undefined) return undefined as never;
    return Parse(schema, JSON.parse(sealed ? this.#services.vault.open(payload, id) : payload)) as never;
  }

  async #fail(row: JobRow, spec: Job, { error }: { readonly error: unknown }): Promise<boolean> {
    const reason = withoutAddresses(error instanceof Error ? error.message : String(error));
    const details = { job: row.name, id: row.id, attempt: row.attempts, reason };
    if (spec.everyMs === undefined && row.attempts >= spec.attempts) {
      this.#services.log.error(details, "job given up");
      // First: if the process dies here, the job is claimed and given up once more.
      try {
        await spec.onGivenUp?.(this.#context, this.#payloadOf(row, spec));
      } catch (failure) {
        this.#services.log.error({ ...details, err: failure }, "the end of a job was not noted");
      }
      return this.#queue.giveUp(row, reason);
    }
    this.#services.log.warn(details, "job failed, will be retried");
    return this.#queue.postpone(row, reason);
  }
}

/** Hides mail addresses, which the errors of mail servers often contain. */
function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, "[hidden]");
}
