import type { PostgresPool } from "./postgres-pool.ts";
import { PostgresQueries } from "./postgres-queries.ts";

/** Runs the work on one connection, between a `begin` and a commit. It goes back only when that is over. */
export function transact<T>(
  pool: PostgresPool,
  begin: string,
  work: (queries: PostgresQueries) => Promise<T>,
): Promise<T> {
  return pool.reserve(async ({ ask, discard }) => {
    const queries = new PostgresQueries(ask);
    let isOver = false;
    try {
      await ask(begin);
      const value = await work(queries).finally(() => queries.end());
      const { command } = await ask("commit");
      isOver = true;
      // So PostgreSQL answers where a query had failed and its error was passed over.
      if (command !== "COMMIT") throw new Error("the transaction had failed before it was to be committed");
      return value;
    } catch (error) {
      if (!isOver) await ask("rollback").catch(discard);
      throw error;
    }
  });
}
