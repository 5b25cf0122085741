import type { Database as Handle, Statement } from "bun:sqlite";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { SharedCommit } from "./shared-commit.ts";

/** Kysely over one `bun:sqlite` handle. Whoever holds the connection has it alone, in order of arrival. */
export function sqliteDialect(handle: Handle, commits = new SharedCommit(handle)): Dialect {
  return {
    createDriver: () => new SqliteDriver(handle, commits),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class SqliteDriver implements Driver {
  readonly #commits: SharedCommit;
  readonly #connection: SqliteConnection;
  readonly #waiting: (() => void)[] = [];
  #held = false;

  constructor(handle: Handle, commits: SharedCommit) {
    this.#commits = commits;
    this.#connection = new SqliteConnection(handle);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#held) await new Promise<void>((go) => this.#waiting.push(go));
    this.#held = true;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#held = false;
  }

  async beginTransaction(): Promise<void> {
    this.#commits.begin();
  }

  async commitTransaction(): Promise<void> {
    this.#commits.complete();
  }

  async rollbackTransaction(): Promise<void> {
    this.#commits.undo();
  }

  async destroy(): Promise<void> {}
}

class SqliteConnection implements DatabaseConnection {
  readonly #statements: StatementCache;

  constructor(handle: Handle) {
    this.#statements = new StatementCache(handle);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
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

  all<R>(query: CompiledQuery<R>): R[] {
    return this.prepare(query.sql).all(...(query.parameters as never[])) as R[];
  }
}
