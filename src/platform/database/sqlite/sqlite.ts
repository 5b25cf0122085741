import { Database as Handle, constants as opening } from "bun:sqlite";
import { chmodSync, closeSync, constants, existsSync, fdatasync, openSync } from "node:fs";
import { stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import type { Kysely } from "kysely";
import type { MaybePromise } from "../../concurrency/maybe-promise.ts";
import { Semaphore } from "../../concurrency/semaphore.ts";
import { type Histogram, type Metrics, noMetrics } from "../../metrics/port.ts";
import { commitWrites, syncSeconds } from "../metrics.ts";
import type { Database, ReadQueries, WriteOptions, WriteQueries } from "../port.ts";
import { unfinishedCopyTable } from "../unfinished-copy.ts";
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
  /** Waits until the write-ahead log is on disk. Tests pass a slow disk here. */
  readonly syncLog?: (descriptor: number) => Promise<void>;
  readonly metrics?: Metrics;
  /** After so many pages of 4 KiB, a commit moves the log into the database file. */
  readonly checkpointPages?: number;
}

/** A page that several commits change is then written to the database file only once. */
const checkpointPages = 8_000;

/** In KiB: 32 MiB, instead of the 2 MiB that SQLite uses by default. SQLite fills the cache as it needs pages. */
const pageCache = "pragma cache_size = -32768";

/**
 * Opens SQLite in WAL mode, with one handle for writes and one for reads. A commit only appends to the log
 * (`synchronous = normal`). The sync to disk runs off this thread, for all commits before it together, and a write is
 * acknowledged after its sync. Writes that wait for each other also share a commit. So the event loop never blocks on
 * the disk, and an acknowledged write is as safe as with `synchronous = full`.
 */
export function openSqlite(options: SqliteOptions): Database {
  const { metrics = noMetrics } = options;
  const writer = new Handle(options.path, { create: true, strict: true });
  chmodSync(options.path, 0o600);
  // The first pragma, because another process may be opening the same file.
  writer.run("pragma busy_timeout = 5000");
  writer.run("pragma journal_mode = wal");
  writer.run("pragma synchronous = normal");
  writer.run("pragma foreign_keys = on");
  writer.run(pageCache);
  writer.run(`pragma wal_autocheckpoint = ${options.checkpointPages ?? checkpointPages}`);
  const openReader = () => {
    const handle = new Handle(options.path, { readonly: true, strict: true });
    handle.run("pragma busy_timeout = 5000");
    return handle;
  };
  const reader = openReader();
  reader.run(pageCache);

  const log = openSync(`${options.path}-wal`, constants.O_RDWR | constants.O_CREAT, 0o600);
  const syncLog = options.syncLog ?? syncDescriptor;
  const disk = new GroupSync(
    options.fsync ? timed(metrics.histogram(syncSeconds), () => syncLog(log)) : async () => {},
  );
  const writesOfCommit = metrics.histogram(commitWrites);
  const cache = new QueryCache(writer);
  const turn = new ReadTransaction(reader, () => {
    // While a write transaction is open, no other process can have written since it began.
    if (!writer.inTransaction) cache.checkForeignWrites();
  });
  const durability = {
    beforeCommit() {
      disk.assertSound();
      // Before the commit, because a commit may checkpoint the log, which an open read transaction prevents.
      turn.end();
      cache.noteChanges();
    },
    whenIdle: (go: () => void) => disk.whenIdle(go),
    sync(callbacks: readonly (() => void)[], writes: number) {
      writesOfCommit.observe(writes);
      return disk.sync(callbacks);
    },
  };
  const commits = new GroupCommit(writer, durability, {
    // Another process that checkpoints the log waits for open read transactions, and `begin` would wait for it.
    beforeBegin() {
      turn.end();
      cache.trackQueries();
    },
    onBegin: () => cache.checkForeignWrites(),
    onSettled() {
      // Rows that are cached after the commit must not be read in a transaction from before it.
      turn.end();
      cache.onSettled();
    },
  });
  const statements = new StatementCache(writer, () => cache.beforeChange());
  const source: RowSource = {
    find(query, values) {
      commits.beforeStatement();
      return statements.find(query, values);
    },
  };
  const dependencies = { statements, commits, cache, source };
  const mutex = new Semaphore(1);
  const reads = readQueries({ reader, writer, turn, cache });
  const snapshots = new SnapshotReaders(openReader);
  async function write<T>(
    work: (queries: WriteQueries) => MaybePromise<T>,
    { announcements, onDurable, counts }: WriteOptions = {},
  ): Promise<T> {
    const { result, durable } = await mutex.run(async () => {
      const queries = new SqliteWriteQueries(dependencies);
      try {
        disk.assertSound();
        commits.begin();
        const result = await work(queries);
        const isAnnounced = announcements !== undefined && announcements().length > 0;
        const position = isAnnounced ? { position: commits.commitNumber(), mark: 0 } : undefined;
        return { result, durable: commits.complete(() => onDurable?.(position), counts) };
      } catch (error) {
        commits.rollBack(error);
        throw error;
      } finally {
        queries.end();
      }
    });
    await durable;
    return result;
  }

  return {
    dialect: "sqlite",
    read: (work) => work(reads),
    async snapshot(work) {
      const { result, count } = await snapshots.read(work);
      await disk.callbacksDone();
      return { result, position: count };
    },
    write,
    async bytes() {
      const files = await Promise.all(["", "-wal"].map((suffix) => stat(options.path + suffix)));
      return files.reduce((sum, { size }) => sum + size, 0);
    },
    assertSound: () => disk.assertSound(),
    failed: disk.failed,
    async [Symbol.asyncDispose]() {
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

/** An empty SQLite database in memory, for what its schema tells. */
export interface InMemoryDatabase extends Disposable {
  readonly dialect: "sqlite";
  sql<T>(): Kysely<T>;
}

export function openInMemory(): InMemoryDatabase {
  const handle = new Handle(":memory:", { strict: true });
  const db = kyselyOver(new StatementCache(handle));
  return { dialect: "sqlite", sql: <T>() => db as Kysely<T>, [Symbol.dispose]: () => handle.close() };
}

function readQueries(dependencies: {
  reader: Handle;
  writer: Handle;
  turn: ReadTransaction;
  cache: QueryCache;
}): ReadQueries {
  const { reader, writer, turn, cache } = dependencies;
  const statements = new StatementCache(reader);
  const db = kyselyOver(statements);
  const uncached: RowSource = {
    find(query, values) {
      turn.begin();
      return statements.find(query, values);
    },
  };
  return {
    dialect: "sqlite",
    sql: <T>() => db as Kysely<T>,
    find(query, values) {
      // It checks for writes of other processes, which cached rows need too.
      if (!writer.inTransaction) turn.beginTurn();
      return cache.find(query, values, uncached);
    },
  };
}

function timed(seconds: Histogram, sync: () => Promise<void>): () => Promise<void> {
  return async () => {
    const startedAt = performance.now();
    await sync();
    seconds.observe((performance.now() - startedAt) / 1_000);
  };
}

function syncDescriptor(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fdatasync(descriptor, (error) => (error ? reject(error) : resolve()));
  });
}

interface StoredState {
  /** The version of the schema; 0 if there is none. */
  readonly version: number;
  /** Whether a copy or restore into the file was interrupted. */
  readonly isUnfinished: boolean;
}

/** What the file holds, if there is one. Changes neither it nor the files next to it. */
export function readStoredState(path: string): StoredState {
  if (!existsSync(path)) return { version: 0, isUnfinished: false };
  // Without a log no process has the file open, and SQLite need not create one to read it.
  const url = `${pathToFileURL(path)}?${existsSync(`${path}-wal`) ? "mode=ro" : "immutable=1"}`;
  const handle = new Handle(url, opening.SQLITE_OPEN_READONLY | opening.SQLITE_OPEN_URI);
  try {
    handle.run("pragma busy_timeout = 5000");
    const has = (table: string) =>
      handle.query("select 1 from sqlite_master where name = ?").get(table) !== null;
    const row = has("schema_version")
      ? handle.query<{ version: number }, []>("select version from schema_version").get()
      : null;
    return { version: row?.version ?? 0, isUnfinished: has(unfinishedCopyTable) };
  } finally {
    handle.close();
  }
}
