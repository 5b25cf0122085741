import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DomainQuery } from "../declare/domain-query.ts";
import { fail } from "../declare/error.ts";
import { announce, type EventSpec, type PayloadOf, type ReachArgument } from "../declare/event.ts";
import type { Hook } from "../declare/hook.ts";
import type { HookListener } from "../declare/hook-listener.ts";
import type { JobPayload, JobSpec } from "../declare/job-spec.ts";
import type { AnyTx } from "../declare/tx.ts";
import type { Bus } from "../platform/bus/port.ts";
import { forEachInSequence, type MaybePromise, mapMaybe } from "../platform/concurrency/maybe-promise.ts";
import type { CommitPosition, WriteQueries } from "../platform/database/port.ts";
import { type Prepared, prepare, type ReadQuery } from "../platform/database/prepared.ts";
import type { MetricSpec } from "../platform/metrics/port.ts";
import type { Announcement } from "../visibility/announcement.ts";
import type { ViewChange } from "../visibility/view-change.ts";
import { databaseTime, knownJobTime } from "./job-time.ts";
import { firstOf, type ReaderDependencies, runProviders } from "./reader.ts";
import type { SystemTables } from "./system-tables.ts";
import { ViewsChanged } from "./view-changes.ts";

export interface TransactionDependencies extends ReaderDependencies {
  readonly hooks: ReadonlyMap<unknown, readonly HookListener[]>;
  /**
   * Publishes events after the commit. A process without subscribers (the command line) leaves them to the servers: on
   * PostgreSQL in the log that all servers read, on SQLite in the outbox, in the same transaction.
   */
  readonly publish: Bus | "outbox";
  /** Called after a commit with new jobs, so that the worker starts them without waiting for its next tick. */
  readonly onJobs: () => void;
}

const newJob = (timeOf: (ms: number) => number | RawBuilder<number>) =>
  prepare(
    (
      db: Kysely<SystemTables>,
      ...[id, name, payload, ms, on_behalf_of]: [string, string, string, number, string | null]
    ) => {
      const job = { id, name, payload, run_at: timeOf(ms), on_behalf_of };
      return db.insertInto("jobs").values({ ...job, attempts: 0, leased_until: 0, failed: 0 });
    },
    5,
  ).pipelined();
const newJobAt = newJob((ms) => ms);
const newJobAfter = newJob((ms) => sql<number>`${databaseTime} + ${ms}::bigint`);

/** Changes that cannot give or take permissions. */
const withoutPermissions: ReadonlySet<string> = new Set<ViewChange["kind"]>([
  "message sent",
  "participant changed",
  "participant left",
]);

/** One attempt at a write transaction. A retry gets a new context, without the events and jobs of the attempt before. */
export class TransactionContext implements AnyTx {
  readonly dialect;
  readonly services;
  readonly isTransaction = true;
  readonly fail = fail;
  readonly #queries: WriteQueries;
  readonly #dependencies: TransactionDependencies;
  readonly announcements: Announcement[] = [];
  #counted: MetricSpec[] | undefined;
  #jobs = 0;

  constructor(queries: WriteQueries, dependencies: TransactionDependencies) {
    this.dialect = queries.dialect;
    this.services = dependencies.services;
    this.#queries = queries;
    this.#dependencies = dependencies;
  }

  sql<T>(): Kysely<T> {
    return this.#queries.sql<T>();
  }

  all<P extends readonly unknown[], R>(query: Prepared<P, R>, ...values: P): MaybePromise<R[]> {
    return this.#queries.find(query, values);
  }

  one<P extends readonly unknown[], R>(query: Prepared<P, R>, ...values: P): MaybePromise<R | undefined> {
    return firstOf(this.#queries.find(query, values));
  }

  change<P extends readonly unknown[]>(query: Prepared<P, unknown>, ...values: P): MaybePromise<number> {
    return this.#queries.change(query, values);
  }

  map<P extends readonly unknown[], R, V>(
    query: ReadQuery<P, R>,
    toValue: (rows: R[]) => V,
    ...values: P
  ): MaybePromise<V> {
    return mapMaybe(this.#queries.find(query, values), toValue);
  }

  query<P, R>(query: DomainQuery<P, R>, payload: P): MaybePromise<R[]> {
    return runProviders(this, this.#dependencies.providers.get(query), payload);
  }

  takeTurn(key: string): MaybePromise<void> {
    return this.#queries.takeTurn(key);
  }

  emit<E extends EventSpec>(event: E, payload: PayloadOf<E>, ...reach: ReachArgument<E>): void {
    this.announcements.push(announce(event, payload, ...reach));
  }

  count(counter: MetricSpec): void {
    if (!this.services.metrics.enabled && !counter.activity) return;
    this.#counted ??= [];
    this.#counted.push(counter);
  }

  async enqueue<J extends JobSpec>(job: J, payload: JobPayload<J>): Promise<void> {
    const { ids, vault } = this.services;
    const id = ids.next();
    const text = JSON.stringify(payload);
    const sealed = job.sealed ? vault.seal(text, id) : text;
    const account = job.onBehalfOf?.(payload as never) ?? null;
    const [now, after] = [knownJobTime(this), job.afterMs ?? 0];
    if (now === undefined) await this.all(newJobAfter, id, job.name, sealed, after, account);
    else await this.all(newJobAt, id, job.name, sealed, now + after, account);
    this.#jobs += 1;
  }

  raise<P>(hook: Hook<P>, payload: P): MaybePromise<void> {
    return forEachInSequence(this.#dependencies.hooks.get(hook) ?? [], ({ run }) =>
      run(this, payload as never),
    );
  }

  /** Lets domains act on what the events of this transaction change, in the same transaction. */
  raiseViewChanges(): MaybePromise<void> {
    const raised: ViewChange[] = [];
    for (const { changes = [] } of this.announcements)
      for (const change of changes) if (!withoutPermissions.has(change.kind)) raised.push(change);
    return raised.length > 0 ? this.raise(ViewsChanged, raised) : undefined;
  }

  async insertIntoOutbox(): Promise<void> {
    const db = this.sql<SystemTables>();
    // The engine gives this number to the commit, and no other process writes before it.
    const { count } = await db.selectFrom("commit_count").select("count").executeTakeFirstOrThrow();
    const rows = this.announcements.map((announcement) => ({
      id: this.services.ids.next(),
      announcement: JSON.stringify({ ...announcement, position: count + 1 }),
    }));
    await db.insertInto("outbox").values(rows).execute();
  }

  /**
   * Publishes the events. It must not throw: the commit cannot be undone, and the callbacks of other commits follow.
   */
  afterCommit(position: CommitPosition | undefined): void {
    const { announcements } = this;
    const { publish, onJobs, services } = this.#dependencies;
    const logFailure = (error: unknown) =>
      services.log.error({ err: error }, "the events or jobs of a commit were not announced");
    try {
      if (publish !== "outbox" && announcements.length > 0) publish.publishCommit(position, announcements);
      if (this.#jobs > 0) onJobs();
      for (const counter of this.#counted ?? []) {
        services.metrics.counter(counter).add();
        if (counter.activity) services.activity.totals[counter.activity] += 1;
      }
    } catch (error) {
      logFailure(error);
    }
  }
}
