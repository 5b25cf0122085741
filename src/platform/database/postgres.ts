import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { Lines } from "../lines.ts";
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
    // A connection that breaks is replaced by the pool, and whoever uses it is told by their query. Without
    // listeners, for idle ones and for those in use, it would end the process.
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
    return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  };
  // Two pools, so that reads do not queue behind writes that wait for each other.
  const readers = openPool();
  const writers = openPool();
  const reading = queriesOn("postgres", readers);
  const order = new CommitOrder();
  const retry = new Retry(isConflict);
  const lines = new Lines();
  const idle = () => {};

  async function attempt<T>(work: (queries: WriteQueries) => Promise<T>, onDurable: () => void): Promise<T> {
    const done: { value?: T; turn?: Turn; commit?: string } = {};
    const inTransaction = writers.transaction().setIsolationLevel("serializable");
    try {
      await inTransaction.execute(async (tx) => {
        const commitName = async () => {
          done.commit = (await currentTransaction.execute(tx)).rows[0]?.id ?? "";
          return done.commit;
        };
        const queries = queriesOn("postgres", tx);
        done.value = await work({ ...queries, later: queries.all, commitName });
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
    const status = sql<{ status: string }>`select pg_xact_status(${transactionId}::xid8) as status`;
    const { rows } = await status.execute(readers).catch(() => ({ rows: [] }));
    return rows[0]?.status === "committed";
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
    write(work, { onDurable = idle, line } = {}) {
      const write = () => retry.run(() => attempt(work, onDurable));
      return line === undefined ? write() : lines.pass(line, write);
    },
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
