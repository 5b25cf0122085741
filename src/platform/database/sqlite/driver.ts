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
  readonly mayChange: boolean;
}

type Compiled = Pick<CompiledQuery, "sql" | "query">;

const maxStatements = 500;

/** Keeps statements prepared, by their text. */
export class StatementCache {
  readonly #handle: Handle;
  readonly #beforeChange: () => void;
  readonly #statements = new Map<string, CachedStatement>();

  /** `beforeChange` is called before each statement that may change something. */
  constructor(handle: Handle, beforeChange = () => {}) {
    this.#handle = handle;
    this.#beforeChange = beforeChange;
  }

  /** Runs a prepared query without Kysely, whose own path takes longer than the query. */
  find<P extends readonly unknown[], R>(query: Prepared<P, R>, values: P): R[] {
    const parameters = query.parameters("sqlite", values);
    const { statement, hasRows } = this.#use(query.compiled("sqlite"));
    if (hasRows) return statement.all(...(parameters as never[])) as R[];
    // For a statement without rows, `get` takes two thirds of the time that `all` takes.
    statement.get(...(parameters as never[]));
    return [];
  }

  /** Counting the changed rows is faster than a `returning` clause, which fills a temporary table. */
  change<P extends readonly unknown[]>(query: Prepared<P, unknown>, values: P): number {
    const parameters = query.parameters("sqlite", values) as never[];
    return this.#use(query.compiled("sqlite")).statement.run(...parameters).changes;
  }

  /** Runs a query for Kysely, which needs the number of changed rows. */
  execute<R>(query: CompiledQuery): QueryResult<R> {
    const parameters = query.parameters as never[];
    const { statement, hasRows } = this.#use(query);
    if (hasRows) return { rows: statement.all(...parameters) as R[] };
    return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) };
  }

  #use(query: Compiled): CachedStatement {
    const cached = this.#statements.get(query.sql) ?? this.#prepare(query);
    if (cached.mayChange) this.#beforeChange();
    return cached;
  }

  #prepare({ sql, query }: Compiled): CachedStatement {
    if (this.#statements.size >= maxStatements) this.#statements.clear();
    const statement: CachedStatement["statement"] = this.#handle.prepare(sql);
    const mayChange = query.kind !== "SelectQueryNode";
    const cached = { statement, hasRows: statement.columnNames.length > 0, mayChange };
    this.#statements.set(sql, cached);
    return cached;
  }
}
