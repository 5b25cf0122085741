import { SQL } from "bun";
import { type Statement, statement } from "./connection.ts";
import type { PostgresPool } from "./pool.ts";
import { PostgresQueries } from "./queries.ts";

type Row = Record<string, unknown>;

export interface QueryText {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface TransactionOptions {
  /** The statements that begin it. The first row of the last is passed to the work, which need not wait for it. */
  readonly begin: readonly Statement[];
  /** How long to wait for the response to a query and to the commit, if not as long as to other queries. */
  readonly queryMs?: number | undefined;
  readonly commitMs?: number | undefined;
  /** Returns a query to send together with the commit, once the work is done. */
  readonly last?: () => QueryText | undefined;
}

const commit = statement`commit`;

/**
 * Runs the work in a transaction, on a connection that is released after the commit or rollback. Resolves to the value
 * of the work and the first row of the last statement.
 */
export function transact<T>(
  pool: PostgresPool,
  { begin, queryMs, commitMs, last }: TransactionOptions,
  work: (queries: PostgresQueries, begun: Promise<Row | undefined>) => Promise<T>,
): Promise<{ value: T; last: Row | undefined }> {
  return pool.reserve(async (connection) => {
    const { execute, executePrepared } = connection;
    let cause: unknown;
    // The work may await queries in another order than PostgreSQL runs them, and see a refused one first.
    const tellCause = (error: unknown) => {
      cause ??= error;
      throw isRefusedAfterError(error) ? cause : error;
    };
    const queries = new PostgresQueries((text, values) => execute(text, values, queryMs).catch(tellCause));
    let isOver = false;
    // The first query of the work follows in the same round trip. If this fails, PostgreSQL refuses what follows.
    const begun = Promise.all(begin.map((each) => executePrepared(each))).then(
      (results) => results.at(-1)?.rows[0],
    );
    try {
      const [value] = await Promise.all([work(queries, begun).finally(() => queries.end()), begun]);
      const query = last?.();
      // Prepared, because PostgreSQL would otherwise plan the query each time. With the statements for which nothing has
      // waited, they are one round trip. If one of these has failed, PostgreSQL rolls back.
      const [appended, { command }] = await Promise.all([
        query && execute(query.text, query.values, commitMs).catch(tellCause),
        executePrepared(commit, commitMs),
        ...queries.unawaited,
      ]);
      isOver = true;
      // PostgreSQL rolls back instead if a query had failed and the work ignored the error.
      if (command !== "COMMIT") throw new Error("the transaction failed before its commit");
      return { value, last: appended?.rows[0] };
    } catch (error) {
      if (!isOver) await execute("rollback").catch(() => connection.close());
      // If the transaction could not begin, that is why the work failed.
      await begun;
      throw error;
    }
  });
}

/** Whether PostgreSQL refused a query because an earlier one of the transaction had failed. */
function isRefusedAfterError(error: unknown): boolean {
  return error instanceof SQL.PostgresError && error.errno === "25P02";
}
