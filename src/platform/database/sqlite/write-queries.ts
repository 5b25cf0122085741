import type { Kysely } from "kysely";
import type { MaybePromise } from "../../concurrency/maybe-promise.ts";
import { runAlone } from "../bulk-queries.ts";
import type { WriteQueries } from "../port.ts";
import type { Prepared } from "../prepared.ts";
import { kyselyOver, type StatementCache } from "./driver.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { QueryCache, RowSource } from "./query-cache.ts";

interface WriteDependencies {
  readonly statements: StatementCache;
  readonly commits: GroupCommit;
  readonly cache: QueryCache;
  /** The statements, for rows that are not cached. */
  readonly source: RowSource;
}

/** The queries of one write transaction. They throw after its end. */
export class SqliteWriteQueries implements WriteQueries {
  readonly dialect = "sqlite";
  readonly #statements: StatementCache;
  readonly #commits: GroupCommit;
  readonly #cache: QueryCache;
  readonly #source: RowSource;
  readonly #mayWait: boolean;
  #kysely: Kysely<unknown> | undefined;
  #isOver = false;

  /** `mayWait`: whether queries that are marked `waiting` do so. */
  constructor(dependencies: WriteDependencies, mayWait: boolean) {
    this.#statements = dependencies.statements;
    this.#commits = dependencies.commits;
    this.#cache = dependencies.cache;
    this.#source = dependencies.source;
    this.#mayWait = mayWait;
  }

  sql<T>(): Kysely<T> {
    this.#kysely ??= kyselyOver(this.#statements, () => this.#beforeStatement());
    return this.#kysely as Kysely<T>;
  }

  find<P extends readonly unknown[], R>(query: Prepared<P, R>, values: P): MaybePromise<R[]> {
    this.#assertNotOver();
    if (query.isInBulk) return runAlone(this, query, values);
    if (this.#waits(query)) {
      this.#commits.wait(this.#statements.later(query, values));
      return [];
    }
    if (query.isDeferred) {
      this.#commits.defer(() => this.#statements.find(query, values));
      return [];
    }
    return this.#cache.find(query, values, this.#source);
  }

  change<P extends readonly unknown[]>(query: Prepared<P, unknown>, values: P): number {
    if (this.#waits(query)) {
      this.#assertNotOver();
      this.#commits.wait(this.#statements.later(query, values));
      return 1;
    }
    this.#beforeStatement();
    return this.#statements.change(query, values);
  }

  /** Writes run one after another. */
  takeTurn(): void {}

  end(): void {
    this.#isOver = true;
  }

  #waits({ isWaiting }: { readonly isWaiting: boolean }): boolean {
    return isWaiting && this.#mayWait && !this.#commits.isFirst;
  }

  #beforeStatement(): void {
    this.#assertNotOver();
    this.#commits.beforeStatement();
  }

  #assertNotOver(): void {
    if (this.#isOver) throw new Error("Transaction is already over");
  }
}
