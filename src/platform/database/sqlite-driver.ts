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
    const statement = this.#statements.prepare(query.sql);
    const parameters = query.parameters as never[];
    if (statement.columnNames.length > 0) return { rows: statement.all(...parameters) as R[] };
    return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) };
  }
}

type AnyStatement = Statement<unknown, never[]>;

const maxPreparedStatements = 500;

export class StatementCache {
  readonly #handle: Handle;
  readonly #prepared = new Map<string, AnyStatement>();

  constructor(handle: Handle) {
    this.#handle = handle;
  }

  prepare(sql: string): AnyStatement {
    const known = this.#prepared.get(sql);
    if (known) return known;
    if (this.#prepared.size >= maxPreparedStatements) this.#prepared.clear();
    const statement: AnyStatement = this.#handle.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }

  all<R>(sql: string, parameters: readonly unknown[]): R[] {
    return this.prepare(sql).all(...(parameters as never[])) as R[];
  }
}
