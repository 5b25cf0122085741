import { sql } from "kysely";
import type { Database } from "../platform/database/port.ts";

/** Whether PostgreSQL is set to confirm commits before they are on disk. This program's own writes wait regardless. */
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
