import { Database as Handle } from "bun:sqlite";
import { chmodSync, closeSync, constants, fdatasync, openSync } from "node:fs";
import type { Kysely } from "kysely";
import { Semaphore } from "../../semaphore.ts";
import type { Database, ReadQueries, WriteOptions, WriteQueries } from "../port.ts";
import { kyselyOver, StatementCache } from "./driver.ts";
import { GroupCommit } from "./group-commit.ts";
import { GroupSync } from "./group-sync.ts";
import { QueryCache, type RowSource } from "./query-cache.ts";
import { ReadTransaction } from "./read-transaction.ts";
import { SnapshotReaders } from "./snapshot-readers.ts";
import { SqliteWriteQueries } from "./write-queries.ts";

export interface SqliteOptions {
  readonly path: string;
  readonly fsync: boolean;
  /** Waits until the write-ahead log is on disk; a test passes a slow disk here. */
  readonly syncLog?: (descriptor: number) => Promise<void>;
}

/** In KiB: 32 MiB, where SQLite has room for 2 by itself. Filled as pages are needed. */
const pageCache = "pragma cache_size = -32768";

/**
 * SQLite in WAL mode: one handle that writes, one that reads. A commit only appends to the log (`synchronous =
 * normal`); the wait for the disk happens off this thread and is shared by all commits that came before it, and
 * only then is a write acknowledged. Writes that wait for each other share a commit as well. So the event loop never
 * sleeps on the disk, and an acknowledged write has the same safety as with `synchronous = full`.
 */
export function openSqlite(options: SqliteOptions): Database {
  const writer = new Handle(options.path, { create: true, strict: true });
  chmodSync(options.path, 0o600);
  // First, since another process may be opening the same file.
  writer.run("pragma busy_timeout = 5000");
  writer.run("pragma journal_mode = wal");
  writer.run("pragma synchronous = normal");
  writer.run("pragma foreign_keys = on");
  writer.run(pageCache);
  // Of 4 KiB each: what was changed in several commits is written to the database once.
  writer.run("pragma wal_autocheckpoint = 8000");
  const openReader = () => {
    const handle = new Handle(options.path, { readonly: true, strict: true });
    handle.run("pragma busy_timeout = 5000");
    return handle;
  };
  const reader = openReader();
  reader.run(pageCache);

  const log = openSync(`${options.path}-wal`, constants.O_RDWR | constants.O_CREAT, 0o600);
  const syncLog = options.syncLog ?? syncDescriptor;
  const disk = new GroupSync(options.fsync ? () => syncLog(log) : async () => {});
  const memory = new QueryCache(writer);
  const turn = new ReadTransaction(reader, () => {
    // Where a transaction is open, nobody else can have written since it caught up.
    if (!writer.inTransaction) memory.checkForeignWrites();
  });
  const durability = {
    beforeCommit() {
      disk.assertSound();
      // And not after it: a commit may tidy up the log, which it cannot while somebody reads from it.
      turn.end();
    },
    whenIdle: (go: () => void) => disk.whenIdle(go),
    after: (followUps: readonly (() => void)[]) => disk.after(followUps),
  };
  const commits = new GroupCommit(writer, durability, {
    // Whoever tidies up the log waits for the readers, and would let us wait meanwhile.
    beforeBegin: () => turn.end(),
    onBegin: () => memory.checkForeignWrites(),
    onRollback: () => memory.rollBack(),
    onSettled() {
      // What is remembered after it must not come from before it.
      turn.end();
      memory.commit();
    },
  });
  const statements = new StatementCache(writer, (change) => memory.invalidate(change));
  const parts = { statements, commits, memory };
  const line = new Semaphore(1);
  const reading = readQueries({ reader, writer, turn, memory });
  const snapshots = new SnapshotReaders(openReader);

  return {
    dialect: "sqlite",
    read: (work) => work(reading),
    async snapshot(work) {
      const { result, count } = await snapshots.read(work);
      await disk.settled();
      return { result, includes: (commitName) => Number(commitName) <= count };
    },
    async write<T>(work: (queries: WriteQueries) => Promise<T>, { onDurable = () => {} }: WriteOptions = {}) {
      const waiting = line.acquire();
      if (waiting) await waiting;
      const queries = new SqliteWriteQueries(parts);
      let result: T;
      let durable: Promise<void>;
      try {
        disk.assertSound();
        commits.begin();
        result = await work(queries);
        durable = commits.complete(onDurable);
      } catch (error) {
        commits.rollBack();
        throw error;
      } finally {
        queries.end();
        line.release();
      }
      await durable;
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

function readQueries(parts: {
  reader: Handle;
  writer: Handle;
  turn: ReadTransaction;
  memory: QueryCache;
}): ReadQueries {
  const { reader, writer, turn, memory } = parts;
  const statements = new StatementCache(reader);
  const db = kyselyOver(statements);
  const inTurn: RowSource = {
    find(query, values) {
      turn.begin();
      return statements.find(query, values);
    },
  };
  return {
    dialect: "sqlite",
    sql: <T>() => db as Kysely<T>,
    find(query, values) {
      // It finds out what others have written, also for what is remembered.
      if (!writer.inTransaction) turn.begin();
      return memory.findCommitted(query, values, inTurn);
    },
  };
}

function syncDescriptor(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fdatasync(descriptor, (error) => (error ? reject(error) : resolve()));
  });
}
