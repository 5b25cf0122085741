import { sql } from "kysely";
import type { Database, ReadQueries, WriteQueries } from "../../platform/database/port.ts";
import {
  type CopySource,
  markUnfinishedCopy,
  type UnfinishedCopyTables,
  unfinishedCopyTable,
} from "../../platform/database/unfinished-copy.ts";
import type { SystemTables } from "../../store/system-tables.ts";
import type { CopiedTable } from "./plan.ts";

/** How far the copy of a table has come. */
export interface TableProgress {
  /** The key of the last copied row. */
  readonly after: string[] | undefined;
  readonly rows: number;
  readonly done: boolean;
}

export interface FinishedCopy extends CopySource {
  readonly finishedAt: string;
}

/** Remains in the table `meta` of the copy. */
const finishedKey = "copied_from";
const notStarted: TableProgress = { after: undefined, rows: 0, done: false };

/** Forgets how far an earlier copy came, and empties the tables. Only PostgreSQL may hold rows before. */
export async function beginCopy(
  target: Database,
  source: CopySource,
  tables: readonly CopiedTable[],
): Promise<void> {
  await target.write(
    async (queries) => {
      await markUnfinishedCopy(queries, source);
      if (target.dialect === "postgres")
        await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(queries.sql());
    },
    { isLong: true },
  );
}

export async function saveProgress(
  queries: WriteQueries,
  table: string,
  progress: TableProgress,
): Promise<void> {
  const value = JSON.stringify(progress);
  await queries
    .sql<UnfinishedCopyTables>()
    .insertInto(unfinishedCopyTable)
    .values({ name: `table ${table}`, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

export async function readProgress(target: Database, table: string): Promise<TableProgress> {
  const value = await target.read((queries) => readValue(queries, `table ${table}`));
  return value === undefined ? notStarted : JSON.parse(value);
}

async function readValue(queries: ReadQueries, name: string): Promise<string | undefined> {
  const row = await queries
    .sql<UnfinishedCopyTables>()
    .selectFrom(unfinishedCopyTable)
    .select("value")
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.value;
}

/** From here on a server may use the database. With `copy`, it also remembers what it is a copy of. */
export async function finishCopy(target: Database, copy?: FinishedCopy): Promise<void> {
  await target.write(
    async (queries) => {
      // Without statistics, the first queries of a server would read whole tables.
      if (target.dialect === "postgres") await sql`analyze`.execute(queries.sql());
      if (copy)
        await queries
          .sql<SystemTables>()
          .insertInto("meta")
          .values({ key: finishedKey, value: JSON.stringify(copy) })
          .execute();
      await queries.sql<UnfinishedCopyTables>().schema.dropTable(unfinishedCopyTable).execute();
    },
    { isLong: true },
  );
}

export async function readFinishedCopy(queries: ReadQueries): Promise<FinishedCopy | undefined> {
  const row = await queries
    .sql<SystemTables>()
    .selectFrom("meta")
    .select("value")
    .where("key", "=", finishedKey)
    .executeTakeFirst();
  return row && JSON.parse(row.value);
}
