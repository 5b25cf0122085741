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
import { KyselyDriver } from "./kysely-driver.ts";

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
    const { statement, hasRows } = this.#statements.prepare(query.sql);
    const parameters = query.parameters as never[];
    if (hasRows) return { rows: statement.all(...parameters) as R[] };
    return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) };
  }
}

interface Known {
  readonly statement: Statement<unknown, never[]>;
  /** Whether it gives any. */
  readonly hasRows: boolean;
}

const maxPreparedStatements = 500;

export class StatementCache {
  readonly #handle: Handle;
  readonly #prepared = new Map<string, Known>();

  constructor(handle: Handle) {
    this.#handle = handle;
  }

  prepare(sql: string): Known {
    const before = this.#prepared.get(sql);
    if (before) return before;
    if (this.#prepared.size >= maxPreparedStatements) this.#prepared.clear();
    const statement: Known["statement"] = this.#handle.prepare(sql);
    const known = { statement, hasRows: statement.columnNames.length > 0 };
    this.#prepared.set(sql, known);
    return known;
  }

  all<R>(sql: string, parameters: readonly unknown[]): R[] {
    const { statement, hasRows } = this.prepare(sql);
    if (hasRows) return statement.all(...(parameters as never[])) as R[];
    // For what gives no rows this takes two thirds of the time.
    statement.get(...(parameters as never[]));
    return [];
  }
}
