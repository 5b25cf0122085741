import type { Database as Handle, Statement } from "bun:sqlite";
import {
  type CompiledQuery,
  type Dialect,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { KyselyDriver } from "../kysely-driver.ts";
import type { Prepared } from "../prepared.ts";
import { effectOf, type StatementEffect } from "./statement-effect.ts";

/** Kysely over a `bun:sqlite` handle. Each query may be refused beforehand. */
export function kyselyOver(statements: StatementCache, assertOpen = () => {}): Kysely<unknown> {
  return new Kysely({ dialect: dialectOf(new SqliteConnection(statements, assertOpen)) });
}

function dialectOf(connection: SqliteConnection): Dialect {
  return {
    createDriver: () => new KyselyDriver(connection),
    createQueryCompiler: () => new SqliteQueryCompiler(),
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
    return this.#statements.execute(query.sql, query.parameters);
  }
}

interface Known {
  readonly statement: Statement<unknown, never[]>;
  readonly hasRows: boolean;
  readonly change: StatementEffect | undefined;
}

const maxPreparedStatements = 500;

export class StatementCache {
  readonly #handle: Handle;
  readonly #onChange: (change: StatementEffect) => void;
  readonly #prepared = new Map<string, Known>();

  /** `onChange` is told of each statement that is about to change something. */
  constructor(handle: Handle, onChange: (change: StatementEffect) => void = () => {}) {
    this.#handle = handle;
    this.#onChange = onChange;
  }

  /** Straight to the statement: Kysely's own way takes longer than the query. */
  find<P extends readonly unknown[], R>(query: Prepared<P, R>, values: P): R[] {
    const { statement, hasRows } = this.#take(query.text("sqlite"));
    const parameters = query.parameters("sqlite", values);
    if (hasRows) return statement.all(...(parameters as never[])) as R[];
    // For what gives no rows this takes two thirds of the time.
    statement.get(...(parameters as never[]));
    return [];
  }

  /** For Kysely, which wants to know how many rows were changed by what gives none. */
  execute<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    const { statement, hasRows } = this.#take(sql);
    if (hasRows) return { rows: statement.all(...(parameters as never[])) as R[] };
    return { rows: [], numAffectedRows: BigInt(statement.run(...(parameters as never[])).changes) };
  }

  #take(sql: string): Known {
    const known = this.#prepare(sql);
    if (known.change) this.#onChange(known.change);
    return known;
  }

  #prepare(sql: string): Known {
    const before = this.#prepared.get(sql);
    if (before) return before;
    if (this.#prepared.size >= maxPreparedStatements) this.#prepared.clear();
    const statement: Known["statement"] = this.#handle.prepare(sql);
    const known = { statement, hasRows: statement.columnNames.length > 0, change: effectOf(sql) };
    this.#prepared.set(sql, known);
    return known;
  }
}
