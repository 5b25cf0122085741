import { sql } from "kysely";
import type { Database } from "../platform/database/port.ts";

/** Whether PostgreSQL is told to confirm commits before they are on disk. The writes of this program wait all the same. */
export async function confirmsCommitsEarly(database: Pick<Database, "dialect" | "read">): Promise<boolean> {
  if (database.dialect === "sqlite") return false;
  const { setting } = await database.read((queries) =>
    queries
      .sql()
      .selectNoFrom(sql<string>`current_setting('synchronous_commit')`.as("setting"))
      .executeTakeFirstOrThrow(),
  );
  return setting === "off";
}
