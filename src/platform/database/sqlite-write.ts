import type { Kysely } from "kysely";
import type { WriteQueries } from "./port.ts";
import type { Prepared } from "./prepared.ts";
import type { SharedCommit } from "./shared-commit.ts";
import { kyselyOver, type StatementCache } from "./sqlite-driver.ts";

/** Queries inside a write. Those that were built beforehand go straight to their statement: Kysely takes longer. */
export class SqliteWrite implements WriteQueries {
  readonly dialect = "sqlite";
  readonly #statements: StatementCache;
  readonly #commits: SharedCommit;
  #kysely: Kysely<unknown> | undefined;
  #isOver = false;

  constructor(statements: StatementCache, commits: SharedCommit) {
    this.#statements = statements;
    this.#commits = commits;
  }

  readonly sql = <T>(): Kysely<T> => {
    this.#kysely ??= kyselyOver(this.#statements, () => this.#assertOpen());
    return this.#kysely as Kysely<T>;
  };

  readonly all = <P extends readonly unknown[], R>(query: Prepared<P, R>, ...values: P): R[] => {
    this.#assertOpen();
    return this.#statements.all(query.text("sqlite"), query.parameters("sqlite", values));
  };

  readonly one = <P extends readonly unknown[], R>(query: Prepared<P, R>, ...values: P): R | undefined =>
    this.all(query, ...values)[0];

  readonly later = <P extends readonly unknown[]>(query: Prepared<P, unknown>, ...values: P): void => {
    this.#assertOpen();
    this.#commits.later(() => this.#statements.all(query.text("sqlite"), query.parameters("sqlite", values)));
  };

  readonly commitName = (): string => {
    this.#assertOpen();
    return String(this.#commits.number());
  };

  end(): void {
    this.#isOver = true;
  }

  #assertOpen(): void {
    if (this.#isOver) throw new Error("Transaction is already over");
  }
}
