import { sql } from "kysely";
import { hasTable } from "./has-table.ts";
import type { Database, WriteQueries } from "./port.ts";

export class UnfinishedCopy extends Error {
  override readonly name = "UnfinishedCopy";
}

/** Exists in a database from before its tables are created for a copy or restore until all rows are verified. */
export const unfinishedCopyTable = "unfinished_copy";

export const createMarkTable = `create table ${unfinishedCopyTable} (name text primary key not null, value text not null)`;

export type UnfinishedCopyTables = Record<typeof unfinishedCopyTable, { name: string; value: string }>;

/** The row that tells what is being copied. */
export const unfinishedSourceName = "source";

/** Throws if the database holds a part of another one: a server on it would serve and change that part. */
export async function refuseUnfinishedCopy(database: Database): Promise<void> {
  if (!(await hasUnfinishedCopy(database))) return;
  const { archive, imported } = (await readUnfinishedCopy(database)) ?? {};
  if (imported !== undefined)
    throw new UnfinishedCopy(
      `This database holds a part of ${imported}, whose import was interrupted. Run the same \`ermine import\` command again.`,
    );
  throw new UnfinishedCopy(
    archive === undefined
      ? "This PostgreSQL database holds an unfinished copy of a SQLite database. Run `ermine migrate-store` again to " +
          "finish it, or unset database_url to keep using SQLite."
      : `This database holds a part of the backup ${archive}, whose restore was interrupted. Run \`ermine restore\` ` +
          "again with the same archive.",
  );
}

export function hasUnfinishedCopy(database: Database): Promise<boolean> {
  return hasTable(database, unfinishedCopyTable);
}

/** Identifies the copied database or archive, in one state of its schema. */
export interface CopySource {
  readonly fingerprint: string;
  readonly version: number;
  /** The name of the archive, if the rows come from a backup. */
  readonly archive?: string;
  /** The name of the dump, if the rows come from another service. */
  readonly imported?: string;
}

/**
 * Marks a database as an unfinished copy. Nothing else in it is changed before that, so no server starts on an
 * incomplete copy.
 */
export async function markUnfinishedCopy(queries: WriteQueries, source: CopySource): Promise<void> {
  const db = queries.sql<UnfinishedCopyTables>();
  await db.schema.dropTable(unfinishedCopyTable).ifExists().execute();
  await sql.raw(createMarkTable).execute(db);
  await db
    .insertInto(unfinishedCopyTable)
    .values({ name: unfinishedSourceName, value: JSON.stringify(source) })
    .execute();
}

/** What an unfinished copy is a copy of. */
export async function readUnfinishedCopy(database: Database): Promise<CopySource | undefined> {
  const row = await database.read((queries) =>
    queries
      .sql<UnfinishedCopyTables>()
      .selectFrom(unfinishedCopyTable)
      .select("value")
      .where("name", "=", unfinishedSourceName)
      .executeTakeFirst(),
  );
  return row && JSON.parse(row.value);
}
