import { SQL } from "bun";
import type { Kysely } from "kysely";
import { KeyedMutex } from "../../semaphore.ts";
import { DatabaseUnavailable } from "../failure.ts";
import type { CommitPosition, Database, WriteOptions, WriteQueries } from "../port.ts";
import { prepare } from "../prepared.ts";
import { appendStatement } from "./commit-log.ts";
import { CommitOutcomes } from "./commit-outcome.ts";
import { type PostgresOptions, PostgresPool } from "./pool.ts";
import { PostgresQueries } from "./queries.ts";
import { Retry } from "./retry.ts";
import { type TransactionOptions, transact } from "./transaction.ts";

/** Opens PostgreSQL ≥ 15. Writes are serializable; a write that conflicts with another runs again from its start. */
export function openPostgres(options: PostgresOptions): Database {
  const { queryTimeoutMs } = options;
  // Two pools, so that reads do not wait behind writes that wait for each other.
  const readers = new PostgresPool({ ...options, readOnly: true });
  const writers = new PostgresPool({ ...options, readOnly: false });
  const reads = new PostgresQueries(readers.execute);
  const retry = new Retry((error) => isConflict(error) || isOutdated(error));
  const mutexes = new KeyedMutex();
  // A commit without a response holds up the events of later ones, and its outcome can be asked for.
  const commitMs = queryTimeoutMs / 3;
  const outcomes = new CommitOutcomes(readers, commitMs);

  async function attempt<T>(
    work: (queries: WriteQueries) => Promise<T>,
    { announcements, onDurable = doNothing, isLong = false }: WriteOptions,
  ): Promise<T> {
    const outcome: { value?: T; id?: string; isCommitting?: boolean } = {};
    const last = () => {
      outcome.isCommitting = true;
      const announced = announcements?.() ?? [];
      return announced.length > 0 ? appendStatement(announced) : undefined;
    };
    const transaction: TransactionOptions = isLong
      ? { begin: beginLong, queryMs: Number.POSITIVE_INFINITY, last }
      : { begin: beginWrite, commitMs, last };
    try {
      const { last: appended } = await transact(writers, transaction, async (queries, begun) => {
        if (begun) outcome.id = String(begun.id);
        const { dialect, sql, find, change } = queries;
        outcome.value = await work({ dialect, sql, find, change, defer: find });
      });
      onDurable(appended as CommitPosition | undefined);
    } catch (error) {
      const { isCommitting, id } = outcome;
      if (!isCommitting || isConflict(error) || id === undefined) throw error;
      // The connection may break between the commit and its response. The commit counts all the same.
      await assertCommitted(id, error);
      onDurable(undefined);
    }
    return outcome.value as T;
  }

  async function assertCommitted(id: string, cause: unknown): Promise<void> {
    const outcome = await outcomes.find(id, queryTimeoutMs);
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
      const begin = "begin isolation level repeatable read read only";
      const attempt = () =>
        transact(readers, { begin }, async (queries) => {
          // The first query fixes the state that all later ones see.
          const [row] = await queries.find(newestPosition, []);
          return { position: row?.position ?? 0, result: await work(queries) };
        });
      return (await retry.run(attempt)).value;
    },
    write(work, writeOptions = {}) {
      const { mutexKey } = writeOptions;
      const write = () => retry.run(() => attempt(work, writeOptions));
      if (mutexKey === undefined) return write();
      const queuedAt = performance.now();
      return mutexes.run(mutexKey, async () => {
        // The writes before this one may have waited for a database that does not respond.
        if (performance.now() - queuedAt < queryTimeoutMs) return write();
        throw new DatabaseUnavailable("writes with the same key took too long");
      });
    },
    // A write that PostgreSQL cannot store fails by itself.
    assertSound: () => {},
    failed: new Promise(() => {}),
    async close() {
      outcomes.close();
      await Promise.all([readers.close(), writers.close()]);
    },
  };
}

const doNothing = () => {};

interface StreamTable {
  stream: { position: number; written_us: number; announcements: string };
}

/** The id tells the outcome if the response to the commit is lost. It comes without a round trip of its own. */
const beginWrite = "begin isolation level serializable; select pg_current_xact_id()::text as id";
/** Takes no snapshot before the first query of the work. */
const beginLong =
  "begin isolation level serializable; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0";

const newestPosition = prepare((db: Kysely<StreamTable>) =>
  db.selectFrom("stream").select((eb) => eb.fn.coalesce(eb.fn.max("position"), eb.lit(0)).as("position")),
);

function isConflict(error: unknown): boolean {
  return error instanceof SQL.PostgresError && (error.errno === "40001" || error.errno === "40P01");
}

/**
 * Whether a table has changed so that a prepared statement would return other columns now. The statement is prepared
 * anew when it runs again. The code alone also stands for other errors.
 */
function isOutdated(error: unknown): boolean {
  const { errno, routine } = (error ?? {}) as { errno?: unknown; routine?: unknown };
  return errno === "0A000" && routine === "RevalidateCachedQuery";
}
