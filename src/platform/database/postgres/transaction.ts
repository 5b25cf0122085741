import type { PostgresPool } from "./pool.ts";
import { PostgresQueries } from "./queries.ts";

/** Runs the work on one connection, between a `begin` and a commit. It goes back only when that is over. */
export function transact<T>(
  pool: PostgresPool,
  begin: string,
  work: (queries: PostgresQueries) => Promise<T>,
): Promise<T> {
  return pool.reserve(async ({ execute, discard }) => {
    const queries = new PostgresQueries(execute);
    let isOver = false;
    try {
      await execute(begin);
      const value = await work(queries).finally(() => queries.end());
      const { command } = await execute("commit");
      isOver = true;
      // So PostgreSQL answers where a query had failed and its error was passed over.
      if (command !== "COMMIT") throw new Error("the transaction had failed before it was to be committed");
      return value;
    } catch (error) {
      if (!isOver) await execute("rollback").catch(discard);
      throw error;
    }
  });
}
