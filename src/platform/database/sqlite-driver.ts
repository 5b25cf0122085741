import type { Database as Handle, Statement } from "bun:sqlite";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";

/** Kysely over a `bun:sqlite` handle. Each query may be refused beforehand. */
export function kyselyOver(statements: StatementCache, assertOpen = () => {}): Kysely<unknown> {
  return new Kysely({ dialect: dialectOf(new SqliteConnection(statements, assertOpen)) });
}

function dialectOf(connection: DatabaseConnection): Dialect {
  return {
    createDriver: () => new SqliteDriver(connection),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** Lets one ask after another, so that nobody waits for a connection. Where transactions begin and end is not its affair. */
class SqliteDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {}

  beginTransaction = refuse;
  commitTransaction = refuse;
  rollbackTransaction = refuse;

  async destroy(): Promise<void> {}
}

async function refuse(): Promise<never> {
  throw new Error("a write is a transaction already");
}

class SqliteConnection implements DatabaseConnection {
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

  // biome-ignore lint/correctness/useYield: the interface wants a generator, and this one refuses
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error("streaming is not offered: ask for pages");
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
