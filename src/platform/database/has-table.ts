import { sql } from "kysely";
import type { Database } from "./port.ts";

export async function hasTable(database: Database, name: string): Promise<boolean> {
  const isThere = {
    postgres: sql<boolean>`to_regclass(${name}) is not null`,
    sqlite: sql<boolean>`exists (select 1 from sqlite_schema where name = ${name})`,
  }[database.dialect];
  const row = await database.read((queries) =>
    queries.sql().selectNoFrom(isThere.as("there")).executeTakeFirst(),
  );
  return Boolean(row?.there);
}
