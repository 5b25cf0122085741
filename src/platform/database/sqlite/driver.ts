import type { Database as Handle, Statement } from "bun:sqlite";
import {
  type CompiledQuery,
  type Dialect,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from "kysely";
import { KyselyDriver } from "../kysely-driver.ts";
import type { Prepared } from "../prepared.ts";
import { SqliteCompiler } from "../sqlite-compiler.ts";
import { effectOf, type StatementEffect } from "../statement-effect.ts";

/** Kysely over a `bun:sqlite` handle. `assertOpen` is called before each query and may refuse it. */
export function kyselyOver(statements: StatementCache, assertOpen = () => {}): Kysely<unknown> {
  return new Kysely({ dialect: dialectOf(new SqliteConnection(statements, assertOpen)) });
}

function dialectOf(connection: SqliteConnection): Dialect {
  return {
    createDriver: () => new KyselyDriver(connection),
    createQueryCompiler: () => new SqliteCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class SqliteConnection {
  readonly #statements: StatementCache;
  readonly #assertOpen: () => void;

  constructor(statements: StatementCache, assertOpen: () => void) {
    this.#statements = statements;
    this.#assertOpen = assertOpen;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#assertOpen();
    return this.#statements.execute(query);
  }
}

interface CachedStatement {
  readonly statement: Statement<unknown, never[]>;
  readonly hasRows: boolean;
  readonly effect: StatementEffect | undefined;
}

type Compiled = Pick<CompiledQuery, "sql" | "query" | "parameters">;
type BeforeChange = (effect: StatementEffect, parameters: readonly unknown[]) => void;

const maxStatements = 500;

/** Keeps statements prepared, by their text, each with its effect. */
export class StatementCache {
  readonly #handle: Handle;
  readonly #beforeChange: BeforeChange;
  readonly #statements = new Map<string, CachedStatement>();

  /** `beforeChange` is called before each statement that changes something. */
  constructor(handle: Handle, beforeChange: BeforeChange = () => {}) {
    this.#handle = handle;
    this.#beforeChange = beforeChange;
  }

  /** Runs a prepared query without Kysely, whose own path takes longer than the query. */
  find<P extends readonly unknown[], R>(query: Prepared<P, R>, values: P): R[] {
    const parameters = query.parameters("sqlite", values);
    const { statement, hasRows } = this.#use(query.compiled("sqlite"), parameters);
    if (hasRows) return statement.all(...(parameters as never[])) as R[];
    // For a statement without rows, `get` takes two thirds of the time that `all` takes.
    statement.get(...(parameters as never[]));
    return [];
  }

  /** Reports now what a query changes, so that nothing of it is read from the cache, and returns what runs it. */
  later<P extends readonly unknown[]>(query: Prepared<P, unknown>, values: P): () => number {
    const parameters = query.parameters("sqlite", values) as never[];
    const { statement } = this.#use(query.compiled("sqlite"), parameters);
    return () => statement.run(...parameters).changes;
  }

  /** Counting the changed rows is faster than a `returning` clause, which fills a temporary table. */
  change<P extends readonly unknown[]>(query: Prepared<P, unknown>, values: P): number {
    const parameters = query.parameters("sqlite", values) as never[];
    return this.#use(query.compiled("sqlite"), parameters).statement.run(...parameters).changes;
  }

  /** Runs a query for Kysely, which needs the number of changed rows. */
  execute<R>(query: CompiledQuery): QueryResult<R> {
    const parameters = query.parameters as never[];
    const { statement, hasRows } = this.#use(query, parameters);
    if (hasRows) return { rows: statement.all(...parameters) as R[] };
    return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) };
  }

  #use(query: Compiled, parameters: readonly unknown[]): CachedStatement {
    const cached = this.#statements.get(query.sql) ?? this.#prepare(query);
    if (cached.effect) this.#beforeChange(cached.effect, parameters);
    return cached;
  }

  #prepare(query: Compiled): CachedStatement {
    const { sql } = query;
    if (this.#statements.size >= maxStatements) this.#statements.clear();
    const statement: CachedStatement["statement"] = this.#handle.prepare(sql);
    const cached = { statement, hasRows: statement.columnNames.length > 0, effect: effectOf(query) };
    this.#statements.set(sql, cached);
    return cached;
  }
}
