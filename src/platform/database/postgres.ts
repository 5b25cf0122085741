import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { CommitOrder, type Turn } from "./commit-order.ts";
import { type Database, queriesOn, type WriteQueries } from "./port.ts";
import { Retry } from "./retry.ts";
import { readTransactionSnapshot } from "./transaction-snapshot.ts";

export interface PostgresOptions {
  readonly url: string;
  readonly poolSize: number;
}

const int8 = 20;

/** PostgreSQL ≥ 15. Writes are serializable; one that lost against another is run again from its start. */
export function openPostgres(options: PostgresOptions): Database {
  const types = new pg.TypeOverrides();
  // Our 64-bit integers are times and counts, all below 2^53.
  types.setTypeParser(int8, Number);
  const openPool = () => {
    const pool = new pg.Pool({
      connectionString: options.url,
      max: options.poolSize,
      types,
      connectionTimeoutMillis: 10_000,
    });
    // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
    pool.on("error", () => {});
    return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  };
  // Two pools, so that reads do not queue behind writes that wait for each other.
  const readers = openPool();
  const writers = openPool();
  const reading = queriesOn("postgres", readers);
  const order = new CommitOrder();
  const retry = new Retry(isConflict);
  const idle = () => {};

  async function attempt<T>(work: (queries: WriteQueries) => Promise<T>, onDurable: () => void): Promise<T> {
    let turn: Turn | undefined;
    const inTransaction = writers.transaction().setIsolationLevel("serializable");
    const committed = inTransaction.execute(async (tx) => {
      const commitName = async () => (await currentTransaction.execute(tx)).rows[0]?.id ?? "";
      const value = await work({ ...queriesOn("postgres", tx), commitName });
      turn = order.takeTurn();
      return value;
    });
    const result = await committed.catch((error) => {
      turn?.follow(idle);
      throw error;
    });
    await turn?.follow(onDurable);
    return result;
  }

  return {
    dialect: "postgres",
    read: (work) => work(reading),
    async snapshot(work) {
      const frozen = readers.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
      const { result, snapshot } = await frozen.execute(async (tx) => {
        // The first query settles which state it is.
        const { rows } = await currentSnapshot.execute(tx);
        return { snapshot: rows[0]?.snapshot ?? "", result: await work(queriesOn("postgres", tx)) };
      });
      // Whatever the snapshot shows took its turn before it was committed.
      await order.takeTurn().follow(idle);
      return { result, includes: readTransactionSnapshot(snapshot) };
    },
    write: (work, { onDurable = idle } = {}) => retry.run(() => attempt(work, onDurable)),
    // What PostgreSQL cannot write it says itself, each time.
    assertSound: () => {},
    async close() {
      await Promise.all([readers.destroy(), writers.destroy()]);
    },
  };
}

const currentTransaction = sql<{ id: string }>`select pg_current_xact_id()::text as id`;
const currentSnapshot = sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`;

function isConflict(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === "40001" || code === "40P01";
}
