import type { CommonTableExpression, Kysely, QueryCreatorWithCommonTableExpression } from "kysely";
import type { MaybePromise } from "../maybe-promise.ts";
import type { Prepared, ReadQuery } from "./prepared.ts";

type SelectMethods = "selectFrom" | "selectNoFrom";

/**
 * The part of Kysely that can only select. Raw SQL is possible inside a select, not as a statement of its own. The
 * engines refuse a write that the types cannot see, such as one in raw SQL or in a common table expression.
 */
export interface SelectCreator<T> extends Pick<Kysely<T>, SelectMethods> {
  with<N extends string, E extends CommonTableExpression<T, N>>(
    name: N,
    expression: E,
  ): Pick<QueryCreatorWithCommonTableExpression<T, N, E>, SelectMethods>;
}

/** Queries that read the tables that the caller names; see `Reader` for the form that domains use. */
export interface ReadQueries {
  /** For the few statements that differ between the engines. */
  readonly dialect: "sqlite" | "postgres";
  sql<T>(): SelectCreator<T>;
  /** Runs a prepared query and returns its rows: a promise only where the engine has to wait for them. */
  find<P extends readonly unknown[], R>(query: ReadQuery<P, R>, values: P): MaybePromise<R[]>;
}

/** Queries inside a write transaction, which alone can change rows. */
export interface WriteQueries extends ReadQueries {
  sql<T>(): Kysely<T>;
  find<P extends readonly unknown[], R>(query: Prepared<P, R>, values: P): MaybePromise<R[]>;
  /** A name for this commit, by which a snapshot can tell whether it includes it. */
  commitName(): MaybePromise<string>;
  /** See `Tx.defer`. */
  defer<P extends readonly unknown[]>(query: Prepared<P, unknown>, values: P): unknown;
}

export interface Snapshot<T> {
  readonly result: T;
  includes(commitName: string): boolean;
}

export interface WriteOptions {
  /** Writes with the same key run one after another in this process, because the database would only make them retry. */
  readonly mutexKey?: string;
  /**
   * Called once the commit would survive a power cut, in commit order; before `write` resolves, or soon after if
   * others waited with it, since all of them are answered first. It must not throw.
   */
  readonly onDurable?: () => void;
}

/**
 * The truth. A `write` is one serializable transaction: all of it or nothing, as if writes ran one after
 * another. It resolves when the change is on disk. A write may be run again after a conflict, so it must not
 * touch anything but its transaction. A transaction used after its end throws. Reads neither wait for writes
 * nor hold them up, and see only what was committed.
 */
export interface Database {
  readonly dialect: "sqlite" | "postgres";
  read<T>(work: (queries: ReadQueries) => T): T;
  /**
   * Reads of one unchanging state. Resolves when every commit that they could see has been followed up
   * (`onDurable`), so that what is told later of a commit in the snapshot has been told by then.
   */
  snapshot<T>(work: (queries: ReadQueries) => Promise<T>): Promise<Snapshot<T>>;
  write<T>(work: (queries: WriteQueries) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Throws once nothing can be written any more until the process is restarted: a disk has failed. */
  assertSound(): void;
  close(): Promise<void>;
}
