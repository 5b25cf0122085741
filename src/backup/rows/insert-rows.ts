import { type Kysely, type RawBuilder, sql } from "kysely";
import type { WriteQueries } from "../../platform/database/port.ts";
import type { CopiedTable } from "./plan.ts";
import type { TextRow } from "./read-rows.ts";
import { storable } from "./row-digest.ts";

/** SQLite allows 32,766 in a statement. */
const maxParameters = 30_000;

/** Inserts rows, and what is derived from them. */
export async function insertRows(
  queries: WriteQueries,
  table: CopiedTable,
  rows: readonly TextRow[],
): Promise<void> {
  if (queries.dialect === "postgres") {
    await insertIntoPostgres(table, rows).execute(queries.sql());
    return;
  }
  const size = Math.floor(maxParameters / table.columns.length);
  const db: Kysely<Record<string, TextRow>> = queries.sql();
  // The types of the columns turn texts into numbers, without loss.
  for (let start = 0; start < rows.length; start += size)
    await db
      .insertInto(table.name)
      .values(rows.slice(start, start + size))
      .execute();
  for (const { fill } of table.derivedTables) await fill(queries, rows);
}

/** Whether PostgreSQL refused a value, such as a number that is too large for its column. */
export function isDataError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && /^22...$/.test(String(error.code));
}

/** One statement, with one array of texts for each column. */
function insertIntoPostgres(
  { name, columns, derived }: CopiedTable,
  rows: readonly TextRow[],
): RawBuilder<unknown> {
  const filled = [
    ...columns.map((column) => ({
      ...column,
      values: rows.map((row) => storable(row[column.name] ?? null)),
    })),
    ...derived.map(({ column, type, derive }) => ({ name: column, type, values: rows.map(derive) })),
  ];
  const names = filled.map((column) => sql.ref(column.name));
  const arrays = filled.map(({ values }) => sql`${arrayText(values)}::text[]`);
  const casts = filled.map((column) => sql`${sql.ref(column.name)}::${sql.raw(column.type)}`);
  return sql`insert into ${sql.table(name)} (${sql.join(names)})
    select ${sql.join(casts)} from unnest(${sql.join(arrays)}) as page (${sql.join(names)})`;
}

/** An array as PostgreSQL writes it. */
function arrayText(values: readonly (string | null)[]): string {
  const items = values.map((value) => (value === null ? "NULL" : `"${value.replace(/["\\]/g, "\\$&")}"`));
  return `{${items.join(",")}}`;
}
