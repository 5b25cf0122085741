import type { Kysely } from "kysely";
import type { WriteQueries } from "./port.ts";
import type { Prepared } from "./prepared.ts";
import type { RowMemory } from "./row-memory.ts";
import type { SharedCommit } from "./shared-commit.ts";
import { kyselyOver, type StatementCache } from "./sqlite-driver.ts";

/** Queries inside a write. */
export class SqliteWrite implements WriteQueries {
  readonly dialect = "sqlite";
  readonly #statements: StatementCache;
  readonly #commits: SharedCommit;
  readonly #memory: RowMemory;
  #kysely: Kysely<unknown> | undefined;
  #isOver = false;

  constructor(parts: { statements: StatementCache; commits: SharedCommit; memory: RowMemory }) {
    this.#statements = parts.statements;
    this.#commits = parts.commits;
    this.#memory = parts.memory;
  }

  readonly sql = <T>(): Kysely<T> => {
    this.#kysely ??= kyselyOver(this.#statements, () => this.#assertOpen());
    return this.#kysely as Kysely<T>;
  };

  readonly all = <P extends readonly unknown[], R>(query: Prepared<P, R>, ...values: P): R[] => {
    this.#assertOpen();
    return this.#memory.find(query, values, this.#statements);
  };

  readonly one = <P extends readonly unknown[], R>(query: Prepared<P, R>, ...values: P): R | undefined => {
    this.#assertOpen();
    return this.#memory.find(query, values, this.#statements)[0];
  };

  readonly later = <P extends readonly unknown[]>(query: Prepared<P, unknown>, ...values: P): void => {
    this.#assertOpen();
    this.#commits.later(() => this.#statements.find(query, values));
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
