import { type RawBuilder, sql } from "kysely";
import { CommandError } from "../../declare/command.ts";
import type { Database, ReadQueries, WriteQueries } from "../../platform/database/port.ts";
import type { CopiedTable } from "./plan.ts";
import { saveProgress, type TableProgress } from "./progress.ts";
import { keyOf, readRows, type TextRow } from "./read-rows.ts";
import { storable } from "./row-digest.ts";

/**
 * Copies the rest of a table, one transaction for each page. The transaction also stores how far the copy has come, so
 * that a copy that was killed goes on with exactly the next row.
 */
export async function copyTable(
  { source, target }: { source: ReadQueries; target: Database },
  table: CopiedTable,
  { start, onPage }: { start: TableProgress; onPage(copied: number): void },
): Promise<void> {
  let { rows: copied } = start;
  for await (const rows of readRows(source, table, start.after)) {
    const last = rows.at(-1) as TextRow;
    copied += rows.length;
    const progress = { after: keyOf(table, last), rows: copied, done: false };
    const insert = insertRows(table, rows);
    const write = async (queries: WriteQueries) => {
      await insert.execute(queries.sql());
      await saveProgress(queries, table.name, progress);
    };
    await target.write(write, { isLong: true }).catch((error) => {
      throw isDataError(error) ? unstorable(table, rows, error) : error;
    });
    onPage(copied);
  }
  const finished = { after: undefined, rows: copied, done: true };
  await target.write((queries) => saveProgress(queries, table.name, finished));
}

/** Whether PostgreSQL refused a value, such as a number that is too large for its column. */
function isDataError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && /^22...$/.test(String(error.code));
}

function unstorable(table: CopiedTable, rows: readonly TextRow[], { message }: Error): CommandError {
  const [first = "", last = ""] = [rows.at(0), rows.at(-1)].map((row) => row && keyOf(table, row).join(", "));
  return new CommandError(
    `${table.name} holds a value that PostgreSQL cannot store: ${message}. It is in one of the rows from (${first}) to ` +
      `(${last}) of the SQLite database. Correct it there, and run this command again.`,
  );
}

/** One statement, with one array of texts for each column. */
function insertRows({ name, columns, derived }: CopiedTable, rows: readonly TextRow[]): RawBuilder<unknown> {
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
