import type { Kysely } from "kysely";
import type { Database, ReadQueries } from "../platform/database/port.ts";
import type { SystemTables } from "./system-tables.ts";

export interface SucceededBackup {
  /** When it began, in milliseconds since 1970: the archive holds what was stored by then. */
  readonly at: number;
  readonly took_ms: number;
  /** Where the archive is. */
  readonly archive: string;
  /** Of the archive and the files that it refers to. */
  readonly bytes: number;
  readonly rows: number;
  readonly files: number;
  /** Files that the storage has lost: the database names them still. */
  readonly missing: number;
}

export interface FailedBackup {
  readonly at: number;
  readonly error: string;
}

/** How the last backups went, by the server itself or by the command line. */
export interface LastBackup {
  readonly succeeded: SucceededBackup | undefined;
  /** Undefined if one has succeeded since. */
  readonly failed: FailedBackup | undefined;
}

const keys = { succeeded: "backup_succeeded", failed: "backup_failed" } as const;

/** For `/metrics` and operators. */
export async function lastBackup(db: Pick<ReadQueries, "sql">): Promise<LastBackup> {
  const rows = await db
    .sql<SystemTables>()
    .selectFrom("meta")
    .selectAll()
    .where("key", "in", Object.values(keys))
    .execute();
  const parsedValue = (key: string) => {
    const row = rows.find((each) => each.key === key);
    return row && JSON.parse(row.value);
  };
  return { succeeded: parsedValue(keys.succeeded), failed: parsedValue(keys.failed) };
}

export async function recordBackup(
  database: Database,
  outcome: { readonly succeeded: SucceededBackup } | { readonly failed: FailedBackup },
): Promise<void> {
  await database.write(async (queries) => {
    const db: Kysely<SystemTables> = queries.sql();
    const [name, report] =
      "succeeded" in outcome
        ? ["succeeded" as const, outcome.succeeded]
        : ["failed" as const, outcome.failed];
    const value = JSON.stringify(report);
    await db
      .insertInto("meta")
      .values({ key: keys[name], value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
      .execute();
    if (name === "succeeded") await db.deleteFrom("meta").where("key", "=", keys.failed).execute();
  });
}
