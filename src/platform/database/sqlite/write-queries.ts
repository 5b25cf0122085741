import type { Kysely } from "kysely";
import type { MaybePromise } from "../../concurrency/maybe-promise.ts";
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
  #kysely: Kysely<unknown> | undefined;
  #isOver = false;

  constructor(dependencies: WriteDependencies) {
    this.#statements = dependencies.statements;
    this.#commits = dependencies.commits;
    this.#cache = dependencies.cache;
    this.#source = dependencies.source;
  }

  sql<T>(): Kysely<T> {
    this.#kysely ??= kyselyOver(this.#statements, () => this.#beforeStatement());
    return this.#kysely as Kysely<T>;
  }

  find<P extends readonly unknown[], R>(query: Prepared<P, R>, values: P): MaybePromise<R[]> {
    this.#assertNotOver();
    return this.#cache.find(query, values, this.#source);
  }

  change<P extends readonly unknown[]>(query: Prepared<P, unknown>, values: P): number {
    this.#beforeStatement();
    return this.#statements.change(query, values);
  }

  /** Writes run one after another. */
  takeTurn(): void {}

  end(): void {
    this.#isOver = true;
  }

  #beforeStatement(): void {
    this.#assertNotOver();
    this.#commits.beforeStatement();
  }

  #assertNotOver(): void {
    if (this.#isOver) throw new Error("Transaction is already over");
  }
}
