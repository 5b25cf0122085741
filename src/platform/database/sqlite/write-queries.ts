import type { Kysely } from "kysely";
import type { MaybePromise } from "../../concurrency/maybe-promise.ts";
import { runAlone } from "../bulk-queries.ts";
import type { WriteQueries } from "../port.ts";
import type { Prepared } from "../prepared.ts";
import { kyselyOver, type StatementCache } from "./driver.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { QueryCache } from "./query-cache.ts";

/** The queries of one write transaction. They throw after its end. */
export class SqliteWriteQueries implements WriteQueries {
  readonly dialect = "sqlite";
  readonly #statements: StatementCache;
  readonly #commits: GroupCommit;
  readonly #cache: QueryCache;
  #kysely: Kysely<unknown> | undefined;
  #isOver = false;

  constructor(dependencies: { statements: StatementCache; commits: GroupCommit; cache: QueryCache }) {
    this.#statements = dependencies.statements;
    this.#commits = dependencies.commits;
    this.#cache = dependencies.cache;
  }

  sql<T>(): Kysely<T> {
    this.#kysely ??= kyselyOver(this.#statements, () => this.#assertOpen());
    return this.#kysely as Kysely<T>;
  }

  find<P extends readonly unknown[], R>(query: Prepared<P, R>, values: P): MaybePromise<R[]> {
    this.#assertOpen();
    if (query.isInBulk) return runAlone(this, query, values);
    if (query.isDeferred) {
      this.#commits.defer(() => this.#statements.find(query, values));
      return [];
    }
    return this.#cache.find(query, values, this.#statements);
  }

  change<P extends readonly unknown[]>(query: Prepared<P, unknown>, values: P): number {
    this.#assertOpen();
    return this.#statements.change(query, values);
  }

  /** Writes run one after another. */
  takeTurn(): void {}

  end(): void {
    this.#isOver = true;
  }

  #assertOpen(): void {
    if (this.#isOver) throw new Error("Transaction is already over");
    this.#commits.assertOpen();
  }
}
