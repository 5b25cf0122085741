import { type RawBuilder, sql } from "kysely";
import type { ReadQueries } from "../../platform/database/port.ts";
import type { CopiedTable } from "./plan.ts";

export type TextRow = Readonly<Record<string, string | null>>;

const maxRows = 2_000;
/** A page ends with the row that exceeds it. */
const maxBytes = 4 * 1024 * 1024;

/** Reads a table in pages of bounded size, in the order of its key, from after a key on. */
export async function* readRows(
  queries: ReadQueries,
  table: CopiedTable,
  after?: readonly string[],
): AsyncGenerator<TextRow[]> {
  let last = after;
  let limit = 100;
  for (;;) {
    const rows = await readPage(queries, table, { after: last, limit });
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = keyOf(table, end);
    // SQLite and PostgreSQL read all rows up to the limit, so it stays near what fits into a page.
    limit = Math.min(maxRows, rows.length * 2);
  }
}

export function keyOf({ key }: CopiedTable, row: TextRow): string[] {
  return key.map((name) => row[name] ?? "");
}

async function readPage(
  queries: ReadQueries,
  { name, columns, key }: CopiedTable,
  { after, limit }: { after: readonly string[] | undefined; limit: number },
): Promise<TextRow[]> {
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  const keys = sql.join(key.map((column) => sql.ref(column)));
  const values = columns.map((column) =>
    column.type === "text"
      ? sql.ref(column.name)
      : sql`cast(${sql.ref(column.name)} as text) as ${sql.ref(column.name)}`,
  );
  const sizes = columns
    .filter(({ type }) => type === "text")
    .map((column): RawBuilder<number> => sql`coalesce(octet_length(${sql.ref(column.name)}), 0)`);
  const rest = after ? sql`where (${keys}) > (${sql.join(after)})` : sql``;
  const page = sql<TextRow>`(
    select ${names} from (
      select ${names}, sum(row_bytes) over (order by ${keys} rows unbounded preceding) - row_bytes as bytes_before
      from (
        select ${sql.join(values)}, ${sql.join(sizes, sql` + `)} as row_bytes
        from ${sql.table(name)} ${rest} order by ${keys} limit ${limit}
      ) as candidates
    ) as measured
    where bytes_before < ${maxBytes} order by ${keys}
  )`;
  return (await queries.sql().selectFrom(page.as("page")).selectAll().execute()) as TextRow[];
}
