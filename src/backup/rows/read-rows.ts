import { type RawBuilder, sql } from "kysely";
import type { CopiedTable, RowQueries } from "./plan.ts";

export type TextRow = Readonly<Record<string, string | null>>;

interface PageSize {
  readonly rows: number;
  /** A page ends with the row that exceeds it. */
  readonly bytes: number;
}

export const largePage: PageSize = { rows: 2_000, bytes: 4 * 1024 * 1024 };
/** Takes a few milliseconds, during which concurrent requests wait. */
export const smallPage: PageSize = { rows: 200, bytes: 256 * 1024 };

interface ReadRowsOptions {
  readonly after?: readonly string[] | undefined;
  readonly page?: PageSize;
}

/** Reads a table in pages of bounded size, in the order of its key, from after a key on. */
export async function* readRows(
  queries: RowQueries,
  table: CopiedTable,
  { after, page = largePage }: ReadRowsOptions = {},
): AsyncGenerator<TextRow[]> {
  let last = after;
  let limit = 100;
  for (;;) {
    const rows = await readPage(queries, table, { after: last, limit, bytes: page.bytes });
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = keyOf(table, end);
    // SQLite and PostgreSQL read all rows up to the limit, so it stays near what fits into a page.
    limit = Math.min(page.rows, rows.length * 2);
  }
}

export function keyOf({ key }: CopiedTable, row: TextRow): string[] {
  return key.map((name) => row[name] ?? "");
}

async function readPage(
  queries: RowQueries,
  { name, columns, key }: CopiedTable,
  { after, limit, bytes }: { after: readonly string[] | undefined; limit: number; bytes: number },
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
    where bytes_before < ${bytes} order by ${keys}
  )`;
  return (await queries.sql().selectFrom(page.as("page")).selectAll().execute()) as TextRow[];
}
