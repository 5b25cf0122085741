import { SQL } from "bun";
import { type Kysely, sql } from "kysely";
import { KeyedMutex } from "../../semaphore.ts";
import type { Database, WriteQueries } from "../port.ts";
import { prepare } from "../prepared.ts";
import { CommitOrder, type CommitTurn } from "./commit-order.ts";
import { type PostgresOptions, PostgresPool } from "./pool.ts";
import { PostgresQueries } from "./queries.ts";
import { Retry } from "./retry.ts";
import { transact } from "./transaction.ts";
import { readTransactionSnapshot } from "./transaction-snapshot.ts";

/** PostgreSQL ≥ 15. Writes are serializable; one that lost against another is run again from its start. */
export function openPostgres(options: PostgresOptions): Database {
  // Two pools, so that reads do not queue behind writes that wait for each other.
  const readers = new PostgresPool({ ...options, readOnly: true });
  const writers = new PostgresPool({ ...options, readOnly: false });
  const reading = new PostgresQueries(readers.execute);
  const order = new CommitOrder();
  const retry = new Retry((error) => isConflict(error) || isOutdated(error));
  const mutexes = new KeyedMutex();
  const idle = () => {};

  async function attempt<T>(work: (queries: WriteQueries) => Promise<T>, onDurable: () => void): Promise<T> {
    const done: { value?: T; turn?: CommitTurn; commit?: string } = {};
    try {
      await transact(writers, "begin isolation level serializable", async (queries) => {
        const { dialect, sql, find } = queries;
        const commitName = async () => {
          const [current] = await find(currentTransaction, []);
          done.commit = current?.id ?? "";
          return done.commit;
        };
        done.value = await work({ dialect, sql, find, defer: find, commitName });
        done.turn = order.takeTurn();
      });
    } catch (error) {
      // The answer to a commit can get lost on its way; then what it did must be told all the same.
      const lost = done.turn !== undefined && done.commit !== undefined && !isConflict(error);
      if (!lost || !(await wasCommitted(done.commit ?? ""))) {
        done.turn?.follow(idle);
        throw error;
      }
    }
    await done.turn?.follow(onDurable);
    return done.value as T;
  }

  async function wasCommitted(transactionId: string): Promise<boolean> {
    const [found] = await reading.find(transactionStatus, [transactionId]).catch(() => []);
    return found?.status === "committed";
  }

  return {
    dialect: "postgres",
    read: (work) => work(reading),
    async snapshot(work) {
      const begin = "begin isolation level repeatable read read only";
      const look = () =>
        transact(readers, begin, async (queries) => {
          // The first query settles which state it is.
          const [found] = await queries.find(currentSnapshot, []);
          return { snapshot: found?.snapshot ?? "", result: await work(queries) };
        });
      const { result, snapshot } = await retry.run(look);
      // Whatever the snapshot shows took its turn before it was committed.
      await order.takeTurn().follow(idle);
      return { result, includes: readTransactionSnapshot(snapshot) };
    },
    write(work, { onDurable = idle, mutexKey } = {}) {
      const write = () => retry.run(() => attempt(work, onDurable));
      return mutexKey === undefined ? write() : mutexes.run(mutexKey, write);
    },
    // What PostgreSQL cannot write it says itself, each time.
    assertSound: () => {},
    async close() {
      await Promise.all([readers.close(), writers.close()]);
    },
  };
}

const currentTransaction = prepare((db: Kysely<unknown>) =>
  db.selectNoFrom(sql<string>`pg_current_xact_id()::text`.as("id")),
);
const currentSnapshot = prepare((db: Kysely<unknown>) =>
  db.selectNoFrom(sql<string>`pg_current_snapshot()::text`.as("snapshot")),
);
const transactionStatus = prepare((db: Kysely<unknown>, id: string) =>
  db.selectNoFrom(sql<string>`pg_xact_status(${id}::xid8)`.as("status")),
);

function isConflict(error: unknown): boolean {
  return error instanceof SQL.PostgresError && (error.errno === "40001" || error.errno === "40P01");
}

/**
 * Somebody has changed a table, and a statement that was prepared before would give other columns now. It is
 * prepared anew when it is asked again. The code alone stands for much else besides.
 */
function isOutdated(error: unknown): boolean {
  const { errno, routine } = (error ?? {}) as { errno?: unknown; routine?: unknown };
  return errno === "0A000" && routine === "RevalidateCachedQuery";
}
