import { sql } from "kysely";
import type { Reader } from "../../src/store/tx.ts";

/** The tables of the schema, in alphabetical order. */
export async function listTableNames(db: Reader): Promise<string[]> {
  const names = {
    sqlite: sql<{
      name: string;
    }>`(select name from sqlite_schema where type = 'table' and name not like 'sqlite_%')`,
    postgres: sql<{ name: string }>`(select tablename as name from pg_tables where schemaname = 'public')`,
  };
  const rows = await db.sql().selectFrom(names[db.dialect].as("tables")).select("name").execute();
  return rows.map(({ name }) => name).sort();
}
