import { SQL } from "bun";
import { type Kysely, sql } from "kysely";
import { KeyedMutex } from "../../semaphore.ts";
import type { Database, WriteQueries } from "../port.ts";
import { prepare } from "../prepared.ts";
import { CommitOrder, type CommitTurn } from "./commit-order.ts";
import { type PostgresOptions, PostgresPool } from "./pool.ts";
import { PostgresQueries } from "./queries.ts";
import { Retry } from "./retry.ts";
import { parseSnapshot, transact } from "./transaction.ts";

/** Opens PostgreSQL ≥ 15. Writes are serializable; a write that conflicts with another runs again from its start. */
export function openPostgres(options: PostgresOptions): Database {
  // Two pools, so that reads do not wait behind writes that wait for each other.
  const readers = new PostgresPool({ ...options, readOnly: true });
  const writers = new PostgresPool({ ...options, readOnly: false });
  const reads = new PostgresQueries(readers.execute);
  const order = new CommitOrder();
  const retry = new Retry((error) => isConflict(error) || isOutdated(error));
  const mutexes = new KeyedMutex();
  const doNothing = () => {};

  async function attempt<T>(work: (queries: WriteQueries) => Promise<T>, onDurable: () => void): Promise<T> {
    const outcome: { value?: T; turn?: CommitTurn; commit?: string } = {};
    try {
      await transact(writers, "begin isolation level serializable", async (queries) => {
        const { dialect, sql, find } = queries;
        const commitName = async () => {
          const [current] = await find(currentTransaction, []);
          outcome.commit = current?.id ?? "";
          return outcome.commit;
        };
        outcome.value = await work({ dialect, sql, find, defer: find, commitName });
        outcome.turn = order.takeTurn();
      });
    } catch (error) {
      // The connection may break between the commit and its response. The commit counts all the same.
      const isUnknown = outcome.turn !== undefined && outcome.commit !== undefined && !isConflict(error);
      if (!isUnknown || !(await wasCommitted(outcome.commit ?? ""))) {
        outcome.turn?.follow(doNothing);
        throw error;
      }
    }
    await outcome.turn?.follow(onDurable);
    return outcome.value as T;
  }

  async function wasCommitted(transactionId: string): Promise<boolean> {
    const [row] = await reads.find(transactionStatus, [transactionId]).catch(() => []);
    return row?.status === "committed";
  }

  return {
    dialect: "postgres",
    read: (work) => work(reads),
    async snapshot(work) {
      const begin = "begin isolation level repeatable read read only";
      const attempt = () =>
        transact(readers, begin, async (queries) => {
          // The first query fixes the state that all later ones see.
          const [row] = await queries.find(currentSnapshot, []);
          return { snapshot: row?.snapshot ?? "", result: await work(queries) };
        });
      const { result, snapshot } = await retry.run(attempt);
      // Every commit in the snapshot took its turn before this one.
      await order.takeTurn().follow(doNothing);
      return { result, includes: parseSnapshot(snapshot) };
    },
    write(work, { onDurable = doNothing, mutexKey } = {}) {
      const write = () => retry.run(() => attempt(work, onDurable));
      return mutexKey === undefined ? write() : mutexes.run(mutexKey, write);
    },
    // A write that PostgreSQL cannot store fails by itself.
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
 * Whether a table has changed so that a prepared statement would return other columns now. The statement is prepared
 * anew when it runs again. The code alone also stands for other errors.
 */
function isOutdated(error: unknown): boolean {
  const { errno, routine } = (error ?? {}) as { errno?: unknown; routine?: unknown };
  return errno === "0A000" && routine === "RevalidateCachedQuery";
}
