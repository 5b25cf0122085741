import { sql } from "kysely";
import type { Database } from "./port.ts";

export class UnfinishedCopy extends Error {
  override readonly name = "UnfinishedCopy";
}

/** Exists in a PostgreSQL database from before the first row is copied into it until all rows are verified. */
export const unfinishedCopyTable = "unfinished_copy";

/** Throws if the database holds a part of another one: a server on it would serve and change that part. */
export async function refuseUnfinishedCopy(database: Database): Promise<void> {
  if (database.dialect !== "postgres" || !(await hasUnfinishedCopy(database))) return;
  throw new UnfinishedCopy(
    "This PostgreSQL database holds an unfinished copy of a SQLite database. Run `ermine migrate-store` again to " +
      "finish it, or unset database_url to go on with SQLite.",
  );
}

export async function hasUnfinishedCopy(database: Database): Promise<boolean> {
  const isThere = sql<boolean>`to_regclass(${unfinishedCopyTable}) is not null`.as("there");
  const row = await database.read((queries) => queries.sql().selectNoFrom(isThere).executeTakeFirst());
  return row?.there === true;
}
