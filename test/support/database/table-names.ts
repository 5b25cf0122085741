import { sql } from "kysely";
import type { ReadQueries } from "../../../src/platform/database/port.ts";

/** The tables of the schema, in alphabetical order. */
export async function listTableNames(db: Pick<ReadQueries, "dialect" | "sql">): Promise<string[]> {
  const names = {
    sqlite: sql<{
      name: string;
    }>`(select name from sqlite_schema where type = 'table' and name not like 'sqlite_%')`,
    postgres: sql<{ name: string }>`(select tablename as name from pg_tables where schemaname = 'public')`,
  };
  const rows = await db.sql().selectFrom(names[db.dialect].as("tables")).select("name").execute();
  return rows.map(({ name }) => name).sort();
}
