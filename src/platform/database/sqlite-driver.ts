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

/** Somebody whose write is done, but for the commit that it shares with others. */
export interface Committing {
  committed(): void;
  failed(error: unknown): void;
}

/**
 * Lets writes that come close together share one commit, each with a savepoint of its own: whatever one of them does
 * wrong is taken back alone. It comes when the event loop has nothing more at hand, or when there are many.
 */
export class SharedCommit {
  readonly #handle: Handle;
  readonly #beforeCommit: () => void;
  #members: Committing[] = [];
  #writing = false;
  #asked: NodeJS.Immediate | undefined;
  #due = false;
  /** Set by whoever is about to be done, while it has the connection. */
  next: Committing | undefined;

  constructor(handle: Handle, beforeCommit = () => {}) {
    this.#handle = handle;
    this.#beforeCommit = beforeCommit;
  }

  begin(): void {
    // Immediate: another process (the command line) may write too, and a read lock cannot always be upgraded.
    if (!this.#handle.inTransaction) this.#handle.run("begin immediate");
    this.#handle.run("savepoint one_write");
    this.#writing = true;
  }

  complete(): void {
    this.#handle.run("release one_write");
    if (this.next) this.#members.push(this.next);
    this.#end();
  }

  undo(): void {
    // Some failures (a full disk) roll back by themselves, and everything that was not committed with it.
    if (this.#handle.inTransaction) {
      this.#handle.run("rollback to one_write");
      this.#handle.run("release one_write");
    } else this.#fail(new Error("the database took back what was written"));
    this.#end();
  }

  /** What is not committed yet is committed now. */
  flush(): void {
    clearImmediate(this.#asked);
    this.#asked = undefined;
    if (this.#handle.inTransaction && !this.#writing) this.#commit();
  }

  #end(): void {
    this.next = undefined;
    this.#writing = false;
    if (this.#due || this.#members.length >= mostInOneCommit) this.flush();
    else this.#asked ??= setImmediate(() => this.#comeDue());
  }

  /** In the middle of a write, it has to wait for its end. */
  #comeDue(): void {
    this.#asked = undefined;
    if (this.#writing) this.#due = true;
    else this.flush();
  }

  #commit(): void {
    this.#due = false;
    try {
      this.#beforeCommit();
      this.#handle.run("commit");
    } catch (error) {
      if (this.#handle.inTransaction) this.#handle.run("rollback");
      this.#fail(error);
      return;
    }
    for (const member of this.#take()) member.committed();
  }

  #fail(error: unknown): void {
    for (const member of this.#take()) member.failed(error);
  }

  #take(): Committing[] {
    const members = this.#members;
    this.#members = [];
    return members;
  }
}

/** More would keep the first of them waiting. */
const mostInOneCommit = 64;

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
