import { type RawBuilder, sql } from "kysely";
import type { Reader } from "../../../declare/tx.ts";

type Row = Record<string, unknown>;

/** In SQLite a query runs in the event loop; in PostgreSQL each one is a message to another process and back. */
export const rowsAtOnce = { sqlite: 1_000, postgres: 10_000 };

interface CountedColumns {
  /** The columns of the primary key. */
  readonly key?: readonly [string, ...string[]];
  /** What is added up over all rows, by its name in the result. */
  readonly sums?: Readonly<Record<string, RawBuilder<unknown>>>;
}

const countRows = sql`count(*)`;

/**
 * Counts the rows of a table, as a provider of `Statistics`. It reads the table in slices, with pauses, so that requests
 * do not wait for it and no query takes long, however large the table is.
 */
export function countOf(
  table: string,
  { key = ["id"], sums = { [table]: countRows } }: CountedColumns = {},
): (db: Reader) => Promise<Record<string, number>> {
  const keyColumns = sql.join(key.map((column) => sql.ref(column)));
  const valuesOf = (row: Row) => sql.join(key.map((column) => row[column]));
  const after = (row: Row) => sql<boolean>`(${keyColumns}) > (${valuesOf(row)})`;
  const upTo = (row: Row) => sql<boolean>`(${keyColumns}) <= (${valuesOf(row)})`;
  return async (db) => {
    const task = db.services.scheduler.start();
    const totals = Object.fromEntries(Object.keys(sums).map((name) => [name, 0]));
    let last: Row | undefined;
    do {
      let rest = db.sql<Record<string, Row>>().selectFrom(table);
      if (last) rest = rest.where(after(last));
      const end = await rest
        .select(key)
        .orderBy(keyColumns)
        .offset(rowsAtOnce[db.dialect] - 1)
        .limit(1)
        .executeTakeFirst();
      const slice = end ? rest.where(upTo(end)) : rest;
      const row = await slice
        .select(Object.entries(sums).map(([name, sum]) => sum.as(name)))
        .executeTakeFirstOrThrow();
      for (const name of Object.keys(totals)) totals[name] = (totals[name] ?? 0) + Number(row[name] ?? 0);
      last = end;
      await task.pause();
    } while (last);
    return totals;
  };
}
