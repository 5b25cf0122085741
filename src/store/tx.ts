import type { Queries, WriteOptions } from "../platform/database/port.ts";
import type { Prepared } from "../platform/database/prepared.ts";
import type { MaybePromise } from "../platform/maybe-promise.ts";
import type { ErrorName, Fail } from "../protocol/error.ts";
import type { EventSpec, PayloadOf, ReachArgument } from "../protocol/event.ts";
import type { DomainQuery } from "./domain-query.ts";
import type { Hook } from "./hook.ts";
import type { JobPayload, JobSpec } from "./job.ts";
import type { Services } from "./services.ts";

/** Queries, in the form in which domains ask them. */
export interface Reader extends Pick<Queries, "dialect" | "sql"> {
  /** Runs a query that was built beforehand, and gives its rows. Plain where the engine knows at once. */
  all<P extends readonly unknown[], R>(query: Prepared<P, R>, ...values: P): MaybePromise<R[]>;
  /** The same for a query that finds one row or none. */
  one<P extends readonly unknown[], R>(query: Prepared<P, R>, ...values: P): MaybePromise<R | undefined>;
  readonly services: Services;
  /** What other domains know: their answers, one each. */
  query<P, R>(question: DomainQuery<P, R>, payload: P): MaybePromise<R[]>;
}

/**
 * One transaction, with what it may tell and how it may fail. State changes only through one of these.
 * The work may run again after a serialization conflict: nothing in it may touch the outside world.
 */
export interface Tx<Emits extends EventSpec = never, Fails extends ErrorName = never> extends Reader {
  /**
   * Runs a query by the end of the transaction, in the order of the calls. For what nobody reads before the commit:
   * an engine may do it for many writes at once.
   */
  defer<P extends readonly unknown[]>(query: Prepared<P, unknown>, ...values: P): unknown;
  /** Published after the commit is on disk, in commit order; forgotten on rollback. */
  emit<E extends Emits>(event: E, payload: PayloadOf<E>, ...reach: ReachArgument<E>): void;
  enqueue<J extends JobSpec>(job: J, payload: JobPayload<J>): Promise<void>;
  /** Lets the listeners of other domains act in this transaction. */
  raise<P>(hook: Hook<P>, payload: P): MaybePromise<void>;
  readonly fail: Fail<Fails>;
}

export type MutexOptions = Pick<WriteOptions, "mutexKey">;

/** For work that no single route declares: jobs, hooks and commands. */
export type AnyTx = Tx<EventSpec, ErrorName>;
