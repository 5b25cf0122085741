import { Database as Handle } from "bun:sqlite";
import { chmodSync, closeSync, constants, fdatasync, openSync } from "node:fs";
import { Kysely } from "kysely";
import { GroupSync } from "./group-sync.ts";
import type { Database, Queries } from "./port.ts";
import { type Prepared, prepare } from "./prepared.ts";
import { ReadTurn } from "./read-turn.ts";
import { SharedCommit } from "./shared-commit.ts";
import { SnapshotReaders } from "./snapshot-readers.ts";
import { StatementCache, sqliteDialect } from "./sqlite-driver.ts";

export interface SqliteOptions {
  readonly path: string;
  readonly fsync: boolean;
  /** Waits until the write-ahead log is on disk; a test passes a slow disk here. */
  readonly syncLog?: (descriptor: number) => Promise<void>;
}

/**
 * SQLite in WAL mode: one handle that writes, one that reads. A commit only appends to the log (`synchronous =
 * normal`); the wait for the disk happens off this thread and is shared by all commits that came before it, and
 * only then is a write acknowledged. Writes that wait for each other share a commit as well. So the event loop never sleeps on the disk, and an acknowledged write has
 * the same safety as with `synchronous = full`.
 */
export function openSqlite(options: SqliteOptions): Database {
  const writer = new Handle(options.path, { create: true, strict: true });
  chmodSync(options.path, 0o600);
  // First, since another process may be opening the same file.
  writer.run("pragma busy_timeout = 5000");
  writer.run("pragma journal_mode = wal");
  writer.run("pragma synchronous = normal");
  writer.run("pragma foreign_keys = on");
  // Counts commits that are told of. Read with everything else, it says which of them a reader can see.
  writer.run("create table if not exists commit_count (id integer primary key, count integer not null)");
  writer.run("insert or ignore into commit_count values (1, 0)");
  writer.run("begin immediate; commit");
  const openReader = () => {
    const handle = new Handle(options.path, { readonly: true, strict: true });
    handle.run("pragma busy_timeout = 5000");
    return handle;
  };
  const reader = openReader();

  const log = openSync(`${options.path}-wal`, constants.O_RDWR | constants.O_CREAT, 0o600);
  const syncLog = options.syncLog ?? syncDescriptor;
  const disk = new GroupSync(options.fsync ? () => syncLog(log) : async () => {});
  const statements = new StatementCache(writer);
  const turn = new ReadTurn(reader);
  // Before it and not after: a commit may tidy up the log, which it cannot while somebody reads from it.
  const commits = new SharedCommit(writer, () => turn.end());
  const writing = new Kysely<unknown>({ dialect: sqliteDialect(writer, commits) });
  const reading = readQueries(reader, turn);
  const snapshots = new SnapshotReaders(openReader);

  return {
    dialect: "sqlite",
    read: (work) => work(reading),
    async snapshot(work) {
      const { result, count } = await snapshots.read(work);
      await disk.settled();
      return { result, includes: (commitName) => Number(commitName) <= count };
    },
    async write(work, { onDurable = () => {} } = {}) {
      const durable = Promise.withResolvers<void>();
      const result = await writing.transaction().execute(async (tx) => {
        disk.assertSound();
        const queries = straightTo(statements, writing, tx);
        const commitName = async () => String((await queries.one(countCommit))?.count);
        const value = await work({ ...queries, commitName }).finally(() => queries.end());
        commits.next = {
          committed: () => void disk.after(onDurable).then(durable.resolve, durable.reject),
          failed: durable.reject,
        };
        return value;
      });
      await durable.promise;
      return result;
    },
    assertSound: () => disk.assertSound(),
    async close() {
      commits.flush();
      await disk.idle();
      turn.end();
      reader.close();
      snapshots.close();
      writer.close();
      closeSync(log);
    },
  };
}

const countCommit = prepare((db: Kysely<{ commit_count: { count: number } }>) =>
  db
    .updateTable("commit_count")
    .set((row) => ({ count: row("count", "+", 1) }))
    .returning("count"),
);

/** Queries inside a write. Those that were built beforehand go straight to their statement. */
function straightTo(
  statements: StatementCache,
  db: Kysely<unknown>,
  tx: Kysely<unknown>,
): Queries & { end(): void } {
  let isOver = false;
  const all = <P extends readonly unknown[], R>(query: Prepared<P, R>, ...values: P): R[] => {
    if (isOver) throw new Error("Transaction is already over");
    return statements.all(query.fill("sqlite", db, values));
  };
  return {
    dialect: "sqlite",
    sql: <T>() => tx as Kysely<T>,
    all,
    one: (query, ...values) => all(query, ...values)[0],
    end() {
      isOver = true;
    },
  };
}

function readQueries(reader: Handle, turn: ReadTurn): Queries {
  const db = new Kysely<unknown>({ dialect: sqliteDialect(reader) });
  const statements = new StatementCache(reader);
  // Straight to the statement: Kysely's own way takes longer than the query.
  const all = <P extends readonly unknown[], R>(query: Prepared<P, R>, ...values: P): R[] => {
    turn.begin();
    return statements.all(query.fill("sqlite", db, values));
  };
  return {
    dialect: "sqlite",
    sql: <T>() => db as Kysely<T>,
    all,
    one: (query, ...values) => all(query, ...values)[0],
  };
}

function syncDescriptor(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fdatasync(descriptor, (error) => (error ? reject(error) : resolve()));
  });
}
