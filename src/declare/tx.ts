import type { Kysely } from "kysely";
import type { MaybePromise } from "../platform/concurrency/maybe-promise.ts";
import type { ReadQueries, WriteOptions, WriteQueries } from "../platform/database/port.ts";
import type { Prepared, ReadQuery } from "../platform/database/prepared.ts";
import type { MetricSpec } from "../platform/metrics/port.ts";
import type { DomainQuery } from "./domain-query.ts";
import type { ErrorName, Fail } from "./error.ts";
import type { EventSpec, PayloadOf, ReachArgument } from "./event.ts";
import type { Hook } from "./hook.ts";
import type { JobPayload, JobSpec } from "./job-spec.ts";
import type { Services } from "./services.ts";

/** Reads the database, in the form that domains use. Every transaction is one too. */
export interface Reader extends Pick<ReadQueries, "dialect" | "sql"> {
  /** Runs a prepared query and returns its rows: a promise only where the engine has to wait for them. */
  all<P extends readonly unknown[], R>(query: ReadQuery<P, R>, ...values: P): MaybePromise<R[]>;
  /** The same for a query that returns one row or none. */
  one<P extends readonly unknown[], R>(query: ReadQuery<P, R>, ...values: P): MaybePromise<R | undefined>;
  /** The same for a query whose rows make up one value. */
  map<P extends readonly unknown[], R, V>(
    query: ReadQuery<P, R>,
    toValue: (rows: R[]) => V,
    ...values: P
  ): MaybePromise<V>;
  readonly services: Services;
  /** Whether this is a write transaction: what it reads holds until its commit. */
  readonly isTransaction: boolean;
  /** Runs a domain query and returns one result from each of its providers. */
  query<P, R>(query: DomainQuery<P, R>, payload: P): MaybePromise<R[]>;
}

/**
 * One write transaction, typed with the events that it may emit and the errors that it may fail with. Only a
 * transaction can change the database. Its work may run again after a serialization conflict, so the work must not
 * have effects outside of the transaction.
 */
export interface Tx<Emits extends EventSpec = never, Fails extends ErrorName = never>
  extends Reader,
    Pick<WriteQueries, "takeTurn"> {
  sql<T>(): Kysely<T>;
  all<P extends readonly unknown[], R>(query: Prepared<P, R>, ...values: P): MaybePromise<R[]>;
  one<P extends readonly unknown[], R>(query: Prepared<P, R>, ...values: P): MaybePromise<R | undefined>;
  /** Runs a prepared query that changes rows and returns none; resolves to the number of changed rows. */
  change<P extends readonly unknown[]>(query: Prepared<P, unknown>, ...values: P): MaybePromise<number>;
  /** Publishes an event once the commit is on disk, in commit order; a rollback drops the event. */
  emit<E extends Emits>(event: E, payload: PayloadOf<E>, ...reach: ReachArgument<E>): void;
  /** Adds one to a counter once the commit is on disk. */
  count(counter: MetricSpec): void;
  enqueue<J extends JobSpec>(job: J, payload: JobPayload<J>): Promise<void>;
  /** Runs the listeners that other domains have for this hook, in this transaction. */
  raise<P>(hook: Hook<P>, payload: P): MaybePromise<void>;
  readonly fail: Fail<Fails>;
}

/** How a write relates to others: see `WriteOptions`. */
export type SharingOptions = Pick<WriteOptions, "turns" | "counts">;

/** A transaction whose events and errors no single route declares: that of a job, hook or command. */
export type AnyTx = Tx<EventSpec, ErrorName>;
