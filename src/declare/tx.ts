import type { Queries } from "../platform/database/port.ts";
import type { Prepared } from "../platform/database/prepared.ts";
import type { Known } from "../platform/when-known.ts";
import type { ErrorName, Fail } from "./error.ts";
import type { EventSpec, PayloadOf, ReachArgument } from "./event.ts";
import type { Hook } from "./hook.ts";
import type { JobPayload, JobSpec } from "./job.ts";
import type { Question } from "./question.ts";
import type { Services } from "./services.ts";

/** Queries, in the form in which domains ask them. */
export interface Reader extends Pick<Queries, "dialect" | "sql"> {
  /** Runs a query that was built beforehand, and gives its rows. Plain where the engine knows at once. */
  all<P extends readonly unknown[], R>(query: Prepared<P, R>, ...values: P): Known<R[]>;
  /** The same for a query that finds one row or none. */
  one<P extends readonly unknown[], R>(query: Prepared<P, R>, ...values: P): Known<R | undefined>;
  readonly services: Services;
  /** What other domains know: their answers, one each. */
  ask<P, R>(question: Question<P, R>, payload: P): Known<R[]>;
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
  later<P extends readonly unknown[]>(query: Prepared<P, unknown>, ...values: P): unknown;
  /** Published after the commit is on disk, in commit order; forgotten on rollback. */
  emit<E extends Emits>(event: E, payload: PayloadOf<E>, ...reach: ReachArgument<E>): void;
  enqueue<J extends JobSpec>(job: J, payload: JobPayload<J>): Promise<void>;
  /** Lets the listeners of other domains act in this transaction. */
  raise<P>(hook: Hook<P>, payload: P): Known<void>;
  readonly fail: Fail<Fails>;
}

/** For work that no single route declares: jobs, hooks and commands. */
export type AnyTx = Tx<EventSpec, ErrorName>;
