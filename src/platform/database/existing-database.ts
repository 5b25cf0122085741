import { type Migration, versionAfter } from "../../migrations/kit.ts";
import { hasTable } from "./has-table.ts";
import { assertUpgradable } from "./migrate.ts";
import type { Database } from "./port.ts";

export class NoSuchDatabase extends Error {
  override readonly name = "NoSuchDatabase";
}

/** The database has to be migrated before this program can use it. */
export class OutdatedDatabase extends Error {
  override readonly name = "OutdatedDatabase";
}

/**
 * Throws unless the database has the schema version of this program; 0 means no schema. `location` names the database for
 * people.
 */
export function assertCurrentVersion(
  version: number,
  migrations: readonly Migration[],
  location: string,
): void {
  assertUpgradable(version, migrations);
  if (version === 0)
    throw new NoSuchDatabase(
      `There is no database of Ermine at ${location}. Run this command where the server runs, or name its configuration with ERMINE_CONFIG or its directory with ERMINE_DATA_DIR. For a new database, run \`ermine migrate --create\` or start the server.`,
    );
  const needed = versionAfter(migrations);
  if (version < needed)
    throw new OutdatedDatabase(
      `The database at ${location} has version ${version} of the schema, and this program needs version ${needed}. Run \`ermine migrate\`, or start the server, which does the same.`,
    );
}

/** The version of the schema in a PostgreSQL database, 0 if it holds none. */
export async function versionInPostgres(database: Database): Promise<number> {
  if (!(await hasTable(database, "schema_version"))) return 0;
  return database.read(async (queries) => {
    const row = await queries
      .sql<{ schema_version: { version: number } }>()
      .selectFrom("schema_version")
      .select("version")
      .executeTakeFirst();
    return row?.version ?? 0;
  });
}
