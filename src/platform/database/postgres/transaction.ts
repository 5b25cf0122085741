import type { PostgresPool } from "./pool.ts";
import { PostgresQueries } from "./queries.ts";

export interface TransactionOptions {
  /** The statements that begin it. The rows of the last are passed to the work. */
  readonly begin: string;
  /** How long to wait for the response to a query and to the commit, if not as long as to other queries. */
  readonly queryMs?: number | undefined;
  readonly commitMs?: number | undefined;
}

/** Runs the work in a transaction, on a connection that is released after the commit or rollback. */
export function transact<T>(
  pool: PostgresPool,
  { begin, queryMs, commitMs }: TransactionOptions,
  work: (queries: PostgresQueries, begun: Record<string, unknown> | undefined) => Promise<T>,
): Promise<T> {
  return pool.reserve(async (connection) => {
    const { execute } = connection;
    const queries = new PostgresQueries((text, values) => execute(text, values, queryMs));
    let isOver = false;
    try {
      const { rows } = await execute(begin);
      const value = await work(queries, rows[0]).finally(() => queries.end());
      const { command } = await execute("commit", undefined, commitMs);
      isOver = true;
      // PostgreSQL rolls back instead if a query had failed and the work ignored the error.
      if (command !== "COMMIT") throw new Error("the transaction had failed before it was to be committed");
      return value;
    } catch (error) {
      if (!isOver) await execute("rollback").catch(() => connection.close());
      throw error;
    }
  });
}

/**
 * Parses a `pg_snapshot`, `xmin:xmax:running,…`, into a function that tells whether it includes a transaction. It
 * includes every transaction below xmin, none from xmax on, and between them those that were not running.
 */
export function parseSnapshot(text: string): (transactionId: string) => boolean {
  const [xmin = "0", xmax = "0", running = ""] = text.split(":");
  const [first, end] = [BigInt(xmin), BigInt(xmax)];
  const open = new Set(running === "" ? [] : running.split(","));
  return (transactionId) => {
    const id = BigInt(transactionId);
    return id < first || (id < end && !open.has(transactionId));
  };
}
