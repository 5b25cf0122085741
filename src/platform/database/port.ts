import type { CommonTableExpression, Kysely, QueryCreatorWithCommonTableExpression } from "kysely";
import type { Announcement } from "../../visibility/announcement.ts";
import type { MaybePromise } from "../concurrency/maybe-promise.ts";
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

/**
 * What a write would conflict with others about. Those with the same key run one after another; at the same time they
 * would conflict and run again. Those that share a key run at the same time, but not with one that has it alone.
 */
export interface NeededTurns {
  readonly exclusive?: readonly string[];
  readonly shared?: readonly string[];
}

/** Queries inside a write transaction, which alone can change rows. */
export interface WriteQueries extends ReadQueries {
  sql<T>(): Kysely<T>;
  find<P extends readonly unknown[], R>(query: Prepared<P, R>, values: P): MaybePromise<R[]>;
  /** Runs a prepared query that changes rows and returns none; resolves to the number of changed rows. */
  change<P extends readonly unknown[]>(query: Prepared<P, unknown>, values: P): MaybePromise<number>;
  /**
   * Takes a turn alone that the write has learned of only now. For that it may have to run again from its start, so it
   * takes its turn before it changes anything. The isolation does not depend on it.
   */
  takeTurn(key: string): MaybePromise<void>;
}

export interface SnapshotResult<T> {
  readonly result: T;
  /** The state includes the commits with announcements up to this position, and none after it. */
  readonly position: number;
}

/** The position of a commit with announcements in the order of all such commits. */
export interface CommitPosition {
  /** Greater than that of every earlier commit. Simultaneous writes may share a commit and its position. */
  readonly position: number;
  /**
   * Distinguishes the commit from another one at the same position, after the database was restored or has lost
   * commits.
   */
  readonly mark: number;
}

export interface WriteOptions {
  readonly turns?: NeededTurns | undefined;
  /** How many writes it counts as in the metrics, such as messages that are stored together. */
  readonly counts?: number | undefined;
  /**
   * The announcements of the write, called after its work. An engine that several processes use stores them with the
   * commit, in the order of the commits.
   */
  readonly announcements?: () => readonly Announcement[];
  /**
   * Called once the commit would survive a power cut: before `write` resolves, or soon after it if the commit was part
   * of a group, all of whose writes resolve first. With a position if the write had announcements, unless the response
   * to the commit was lost; the announcements are stored then. It must not throw.
   */
  readonly onDurable?: (position: CommitPosition | undefined) => void;
  /** For migrations: the queries may take as long as they need. */
  readonly isLong?: boolean;
}

/**
 * A `write` is one serializable transaction: it is atomic, and its result is as if writes ran one after another. It
 * resolves when the change is on disk. A write may run again after a conflict, so it must not have effects outside of
 * its transaction. A transaction used after its end throws. Reads neither wait for writes nor delay them, and see only
 * committed changes.
 */
export interface Database extends AsyncDisposable {
  readonly dialect: "sqlite" | "postgres";
  read<T>(work: (queries: ReadQueries) => T): T;
  /**
   * Reads from one state of the database, which other commits do not change. Where announcements are not stored, it
   * resolves after `onDurable` was called for every commit of this process that the snapshot includes.
   */
  snapshot<T>(work: (queries: ReadQueries) => Promise<T>): Promise<SnapshotResult<T>>;
  write<T>(work: (queries: WriteQueries) => MaybePromise<T>, options?: WriteOptions): Promise<T>;
  /** How much room the database takes on its disk, in bytes. */
  bytes(): Promise<number>;
  /** Throws after the disk has failed: the process must be restarted before it can write again. */
  assertSound(): void;
  /** Resolves with the error once the disk has failed. */
  readonly failed: Promise<unknown>;
}
