import { SQL } from "bun";
import { type Kysely, sql } from "kysely";
import type { Announcement } from "../../../visibility/announcement.ts";
import { type Metrics, noMetrics } from "../../metrics/port.ts";
import { DatabaseUnavailable } from "../failure.ts";
import { commitWrites, transactionRetries } from "../metrics.ts";
import type { CommitPosition, Database, ReadQueries, WriteOptions } from "../port.ts";
import { prepare } from "../prepared.ts";
import { CombinedReads } from "./combined-reads.ts";
import { appendQuery } from "./commit-log.ts";
import { CommitOutcomes, nameTransaction, type TransactionName } from "./commit-outcome.ts";
import { type Execute, statement } from "./connection.ts";
import { type PostgresOptions, PostgresPool } from "./pool.ts";
import { PostgresQueries, type TransactionQueries } from "./queries.ts";
import { Retry } from "./retry.ts";
import { type TransactionOptions, transact } from "./transaction.ts";
import { LocalTurns } from "./turns/local-turns.ts";
import { WriteTurns } from "./turns/write-turns.ts";
import { writeInTurns } from "./write-in-turns.ts";
import { writerOptions } from "./writer-sessions.ts";

interface PostgresDatabaseOptions extends PostgresOptions {
  /** Whether other processes send messages too. */
  readonly isShared?: boolean;
  /** The id of this process in the table of nodes. */
  readonly node?: string | undefined;
  readonly metrics?: Metrics;
}

/** Opens PostgreSQL ≥ 15. Writes are serializable; a write that conflicts with another runs again from its start. */
export function openPostgres(options: PostgresDatabaseOptions): Database {
  const { url, poolSize, queryTimeoutMs, node, metrics = noMetrics } = options;
  const writesOfCommit = metrics.histogram(commitWrites);
  const retries = metrics.counter(transactionRetries);
  // Two pools, so that reads do not wait behind writes that wait for each other.
  const readers = new PostgresPool({ url, poolSize, queryTimeoutMs, readOnly: true });
  const writers = new PostgresPool({ url, poolSize, queryTimeoutMs, ...writerOptions(node) });
  const reads = readsThrough(readers.execute);
  const isRepeatable = (error: unknown) =>
    isRolledBack(error) || isOutdated(error) || (node !== undefined && isEndedByOthers(error));
  const retry = new Retry(isRepeatable, () => retries.add());
  const turns = options.isShared ? new WriteTurns(options, node) : new LocalTurns();
  // A commit without a response holds up the events of later ones, and its outcome can be asked for.
  const commitMs = queryTimeoutMs / 3;
  const outcomes = new CommitOutcomes(readers, commitMs);

  async function attempt<T>(
    work: (queries: TransactionQueries) => Promise<T>,
    { announcements, onDurable = doNothing, isLong = false, counts = 1 }: WriteOptions,
  ): Promise<T> {
    const outcome: { value?: T; name?: TransactionName; announced?: readonly Announcement[] } = {};
    const last = () => {
      const announced = announcements?.() ?? [];
      outcome.announced = announced;
      return announced.length > 0 ? appendQuery(announced) : undefined;
    };
    const transaction: TransactionOptions = isLong
      ? { begin: beginLong, queryMs: Number.POSITIVE_INFINITY, last }
      : { begin: beginWrite, commitMs, last };
    try {
      const { last: appended } = await transact(writers, transaction, async (queries, begun) => {
        void begun.then((row) => {
          if (row) outcome.name = row as unknown as TransactionName;
        }, doNothing);
        outcome.value = await work(queries);
      });
      onDurable(appended as CommitPosition | undefined);
    } catch (error) {
      if (isLong && isEndedByOthers(error))
        throw new DatabaseUnavailable("PostgreSQL has ended the session of a long write", { cause: error });
      const { announced, name } = outcome;
      if (!announced || isRolledBack(error) || name === undefined) throw error;
      // The connection may break between the commit and its response. The commit is still valid.
      await assertCommitted(name, error);
      onDurable(undefined);
    }
    writesOfCommit.observe(counts);
    return outcome.value as T;
  }

  async function assertCommitted(name: TransactionName, cause: unknown): Promise<void> {
    const outcome = await outcomes.find(name, queryTimeoutMs);
    if (outcome === "committed") return;
    if (outcome === "aborted") throw cause;
    throw new DatabaseUnavailable("PostgreSQL could not be asked whether it has committed a transaction", {
      cause,
    });
  }

  return {
    dialect: "postgres",
    read: (work) => work(reads),
    async snapshot(work) {
      const begin = [statement`begin isolation level repeatable read read only`];
      const attempt = () =>
        transact(readers, { begin }, async (queries) => {
          // The first query fixes the state that all later ones see.
          const [row] = await queries.find(newestPosition, []);
          return { position: row?.position ?? 0, result: await work(queries) };
        });
      return (await retry.run(attempt)).value;
    },
    write(work, writeOptions = {}) {
      const queuedAt = performance.now();
      const attemptInTime: typeof attempt = async (...args) => {
        // The writes before this one may have waited for a database that does not respond.
        if (performance.now() - queuedAt < queryTimeoutMs) return attempt(...args);
        throw new DatabaseUnavailable("writes in the same turn took too long");
      };
      return writeInTurns(
        { turns, retry, attempt: attemptInTime },
        async (queries) => work(queries),
        writeOptions,
      );
    },
    async bytes() {
      const [row] = await reads.find(databaseSize, []);
      return row?.bytes ?? 0;
    },
    // A write that PostgreSQL cannot store fails by itself.
    assertSound: () => {},
    failed: new Promise(() => {}),
    async [Symbol.asyncDispose]() {
      outcomes.close();
      // Writes that wait for their turn still need a connection.
      await turns.close();
      await Promise.all([readers.close(), writers.close()]);
    },
  };
}

const doNothing = () => {};

/** Queries that are frequent enough to be cached elsewhere share statements here. */
function readsThrough(execute: Execute): ReadQueries {
  const { dialect, sql, find } = new PostgresQueries(execute);
  const combined = new CombinedReads(execute);
  return {
    dialect,
    sql,
    find: (query, values) =>
      query.isCached && values.every((value) => typeof value === "string")
        ? combined.find(query, values)
        : find(query, values),
  };
}

interface StreamTable {
  stream: { position: number; written_us: number; announcements: string };
}

/** By this name the outcome can be found if the response to the commit is lost. It takes no extra round trip. */
const beginWrite = [statement`begin isolation level serializable`, nameTransaction];
/** Takes no snapshot before the first query of the work. */
const beginLong = [
  statement`begin isolation level serializable`,
  statement`set local statement_timeout = 0`,
  statement`set local idle_in_transaction_session_timeout = 0`,
];

const newestPosition = prepare((db: Kysely<StreamTable>) =>
  db.selectFrom("stream").select((eb) => eb.fn.coalesce(eb.fn.max("position"), eb.lit(0)).as("position")),
);

const databaseSize = prepare((db: Kysely<object>) =>
  db.selectNoFrom(sql<number>`pg_database_size(current_database())`.as("bytes")),
);

/** A conflict, a deadlock, or a pause of this process in the middle of a transaction, which PostgreSQL then ended. */
function isRolledBack(error: unknown): boolean {
  return error instanceof SQL.PostgresError && ["40001", "40P01", "25P03"].includes(String(error.errno));
}

/**
 * Another node has ended the session, because this one did not respond. If that may have happened after the commit,
 * the outcome has been checked before the write is repeated. When PostgreSQL shuts down it ends sessions too, and
 * accepts no new one.
 */
function isEndedByOthers(error: unknown): boolean {
  return error instanceof SQL.PostgresError && error.errno === "57P01";
}

/**
 * Whether a table has changed so that a prepared statement would return other columns now. The statement is prepared
 * again when it runs again. The code alone is also used for other errors.
 */
function isOutdated(error: unknown): boolean {
  const { errno, routine } = (error ?? {}) as { errno?: unknown; routine?: unknown };
  return errno === "0A000" && routine === "RevalidateCachedQuery";
}
