import type { Queries, WriteQueries } from "../platform/database/port.ts";
import type { ErrorName, Fail } from "./error.ts";
import type { EventSpec, PayloadOf, ReachArgument } from "./event.ts";
import type { Hook } from "./hook.ts";
import type { JobPayload, JobSpec } from "./job.ts";
import type { Question } from "./question.ts";
import type { Services } from "./services.ts";

/** Queries; `T` is the set of tables that the asking store knows. */
export interface Reader extends Queries {
  readonly services: Services;
  /** What other domains know: their answers, one each. */
  ask<P, R>(question: Question<P, R>, payload: P): Promise<R[]>;
}

/**
 * One transaction, with what it may tell and how it may fail. State changes only through one of these.
 * The work may run again after a serialization conflict: nothing in it may touch the outside world.
 */
export interface Tx<Emits extends EventSpec = never, Fails extends ErrorName = never>
  extends Reader,
    Pick<WriteQueries, "later"> {
  /** Published after the commit is on disk, in commit order; forgotten on rollback. */
  emit<E extends Emits>(event: E, payload: PayloadOf<E>, ...reach: ReachArgument<E>): void;
  enqueue<J extends JobSpec>(job: J, payload: JobPayload<J>): Promise<void>;
  /** Lets the listeners of other domains act in this transaction. */
  raise<P>(hook: Hook<P>, payload: P): Promise<void>;
  readonly fail: Fail<Fails>;
}

/** For work that no single route declares: jobs, hooks and commands. */
export type AnyTx = Tx<EventSpec, ErrorName>;
