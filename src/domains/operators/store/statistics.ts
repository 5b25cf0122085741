import { sql } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import type { SystemTables } from "../../../store/system-tables.ts";

type Counts = Record<string, number>;

export async function countFailedJobs(db: Reader): Promise<Record<"failed_jobs", number>> {
  const { count } = await db
    .sql<SystemTables>()
    .selectFrom("jobs")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("failed", "=", 1)
    .executeTakeFirstOrThrow();
  return { failed_jobs: Number(count) };
}

export async function measureDatabase(db: Pick<Reader, "sql" | "dialect">): Promise<Counts> {
  const bytes =
    db.dialect === "sqlite"
      ? sql<number>`(select page_count * page_size from pragma_page_count(), pragma_page_size())`
      : sql<number>`pg_database_size(current_database())`;
  const row = await db.sql().selectNoFrom(bytes.as("bytes")).executeTakeFirstOrThrow();
  return { database_bytes: Number(row.bytes) };
}
