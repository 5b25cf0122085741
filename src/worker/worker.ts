import { Parse } from "typebox/value";
import type { Job, JobContext } from "../declare/job.ts";
import { within } from "../platform/clock.ts";
import type { Services } from "../store/services.ts";
import type { Store } from "../store/store.ts";
import type { JobRow } from "../store/system-tables.ts";
import { Interval } from "./interval.ts";
import { JobQueue } from "./job-queue.ts";

/** How many jobs run at once. */
const slots = 8;

export interface WorkerParts {
  readonly store: Store;
  readonly services: Services;
  readonly jobs: readonly Job[];
  /** How long a job is this worker's alone before another may think it dead. Extended while the job runs. */
  readonly leaseMs?: number;
}

/** Runs jobs, each at least once, a failed one again after a growing pause. */
export class Worker {
  readonly #services: Services;
  readonly #specs: ReadonlyMap<string, Job>;
  readonly #context: JobContext;
  readonly #queue: JobQueue;
  readonly #leaseMs: number;
  readonly #running = new Map<JobRow, Promise<void>>();
  #draining: Promise<void> | undefined;
  #woken = Promise.withResolvers<void>();
  #again = false;
  #stopped = false;

  constructor({ store, services, jobs, leaseMs = 60_000 }: WorkerParts) {
    this.#services = services;
    this.#specs = new Map(jobs.map((spec) => [spec.name, spec]));
    this.#context = { services, read: store.read, write: store.write };
    this.#queue = new JobQueue(store, services.clock, leaseMs);
    this.#leaseMs = leaseMs;
  }

  async schedulePeriodic(): Promise<void> {
    for (const { name, everyMs } of this.#specs.values()) {
      if (everyMs !== undefined) await this.#queue.addPeriodic(name);
    }
  }

  /** Runs whatever is due now; resolves when nothing is. */
  drain(): Promise<void> {
    this.#lookAgain();
    this.#draining ??= this.#drain();
    return this.#draining;
  }

  /** Begins nothing more, and waits for what runs; what takes longer is run again later, as after a crash. */
  async stop(patienceMs: number): Promise<void> {
    this.#stopped = true;
    const rest = Promise.allSettled([this.#draining, ...this.#running.values()]);
    await within(patienceMs, rest, "jobs were left behind").catch(() => {});
  }

  async #drain(): Promise<void> {
    try {
      for (;;) {
        const looks = this.#again && !this.#stopped;
        if (looks && this.#running.size < slots) await this.#fillSlots();
        else if (this.#running.size > 0) await this.#woken.promise;
        else return;
      }
    } finally {
      // In the same turn as the last look, so that nobody waits for a loop that will not look again.
      this.#draining = undefined;
    }
  }

  async #fillSlots(): Promise<void> {
    this.#again = false;
    const due = await this.#queue.claim(slots - this.#running.size, this.#roomLeft());
    // What was found may have been passed over for its kind, with others behind it.
    if (due.length > 0) this.#again = true;
    for (const row of due) this.#start(row);
  }

  /** How many more may run of each kind that is limited. */
  #roomLeft(): Map<string, number> {
    const room = new Map<string, number>();
    for (const { name, parallel } of this.#specs.values())
      if (parallel !== undefined) room.set(name, parallel);
    for (const { name } of this.#running.keys()) {
      const left = room.get(name);
      if (left !== undefined) room.set(name, left - 1);
    }
    return room;
  }

  #start(row: JobRow): void {
    const onLost = (error: unknown) =>
      this.#services.log.error({ err: error, job: row.name, id: row.id }, "how a job ended was not recorded");
    const ended = () => {
      this.#running.delete(row);
      this.#lookAgain();
    };
    this.#running.set(row, this.#run(row).catch(onLost).then(ended));
  }

  #lookAgain(): void {
    this.#again = true;
    this.#woken.resolve();
    this.#woken = Promise.withResolvers();
  }

  async #run(row: JobRow): Promise<void> {
    const spec = this.#specs.get(row.name);
    const onLeaseLost = (error: unknown) =>
      this.#services.log.warn({ err: error }, "a lease was not extended");
    const lease = new Interval(this.#leaseMs / 3, () => this.#queue.extendLease(row.id), onLeaseLost);
    try {
      if (!spec) throw new Error(`no job is called ${row.name}`);
      if (!spec.everyMs && row.attempts > spec.attempts) throw new Error("its worker died in every attempt");
      await spec.run(this.#context, this.#payloadOf(row, spec));
      await lease.stop();
      await this.#queue.finish(row.id, spec.everyMs);
    } catch (error) {
      await lease.stop();
      await this.#fail(row, spec, error);
    }
  }

  #payloadOf({ id, payload }: JobRow, { sealed, everyMs, payload: schema }: Job): never {
    if (everyMs !== undefined) return undefined as never;
    return Parse(schema, JSON.parse(sealed ? this.#services.vault.open(payload, id) : payload)) as never;
  }

  async #fail(row: JobRow, spec: Job | undefined, error: unknown): Promise<void> {
    const reason = withoutAddresses(error instanceof Error ? error.message : String(error));
    const about = { job: row.name, id: row.id, attempt: row.attempts, reason };
    if (spec === undefined || (spec.everyMs === undefined && row.attempts >= spec.attempts)) {
      this.#services.log.error(about, "job given up");
      await this.#queue.giveUp(row.id, reason);
    } else {
      this.#services.log.warn(about, "job failed, will be tried again");
      await this.#queue.postpone(row, reason);
    }
  }
}

/** Mail servers like to repeat whom they refuse. */
function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, "[hidden]");
}
