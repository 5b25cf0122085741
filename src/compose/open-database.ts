import { constants } from "node:fs";
import { join, resolve } from "node:path";
import { describeUrl } from "../config/describe-url.ts";
import type { Config } from "../config/schema.ts";
import { migrations } from "../migrations/index.ts";
import { migrationsUpTo } from "../migrations/kit.ts";
import { assertUsable, createDataDirectory } from "../platform/data-directory/data-directory.ts";
import { assertCurrentVersion, versionInPostgres } from "../platform/database/existing-database.ts";
import type { Database } from "../platform/database/port.ts";
import { createMarkedFile } from "../platform/database/sqlite/create-marked-file.ts";
import {
  type InMemoryDatabase,
  openInMemory,
  openSqlite,
  readStoredState,
  type SqliteOptions,
} from "../platform/database/sqlite/sqlite.ts";
import type { SnapshotOptions } from "../platform/database/take-snapshot.ts";
import { type CopySource, refuseUnfinishedCopy } from "../platform/database/unfinished-copy.ts";
import { noMetrics } from "../platform/metrics/port.ts";
import { about } from "../platform/text/about.ts";

export async function openDatabase(
  config: Config,
  options: Pick<SqliteOptions, "syncLog" | "metrics" | "checkpointPages"> & {
    readonly node?: string | undefined;
  } = {},
): Promise<Database> {
  if (config.database_url !== "") {
    // Imported on demand, so that a server on SQLite starts faster.
    const { openPostgres } = await import("../platform/database/postgres/postgres.ts");
    const { pool_size: poolSize, query_timeout_ms: queryTimeoutMs } = config.database;
    const { enabled: isShared } = config.cluster;
    const { metrics = noMetrics, node } = options;
    return openPostgres({ url: config.database_url, poolSize, queryTimeoutMs, isShared, node, metrics });
  }
  createDataDirectory(config.data_dir);
  const path = join(config.data_dir, "ermine.db");
  return openSqlite({ path, fsync: config.database.fsync, ...options });
}

/** Creates the file of a SQLite database that nobody can take for a finished copy, in place of an unfinished one. */
export function createUnfinishedDatabase({ data_dir }: Pick<Config, "data_dir">, source: CopySource): void {
  createDataDirectory(data_dir);
  createMarkedFile(join(data_dir, "ermine.db"), source);
}

/** Opens a database that is there with the schema of this program. Where there is none, it creates nothing. */
export async function openExistingDatabase(
  config: Config,
  overrides: Pick<SqliteOptions, "syncLog" | "checkpointPages"> = {},
): Promise<Database> {
  const location = databaseLocation(config);
  await using opening = new AsyncDisposableStack();
  // With PostgreSQL, only the secrets are read from it.
  assertUsable(config.data_dir, config.database_url === "" ? undefined : constants.X_OK);
  const database = await about(location, async () => {
    // Before it is opened, which would create it.
    const stored = config.database_url === "" && readStoredState(location);
    if (stored && !stored.isUnfinished) assertCurrentVersion(stored.version, migrations, location);
    const opened = opening.use(await openDatabase(config, overrides));
    await refuseUnfinishedCopy(opened);
    if (config.database_url !== "")
      assertCurrentVersion(await versionInPostgres(opened), migrations, describeUrl(config.database_url));
    return opened;
  });
  opening.move();
  return database;
}

/** Where copies of a SQLite database from before its upgrades are kept, and for how long. */
export function snapshotsOf({ data_dir, database }: Config): Pick<SnapshotOptions, "directory" | "days"> {
  return { directory: join(data_dir, "snapshots"), days: database.snapshot_days };
}

/** Where the database is, for messages about it. */
export function databaseLocation({
  database_url,
  data_dir,
}: Pick<Config, "database_url" | "data_dir">): string {
  return database_url === ""
    ? resolve(data_dir, "ermine.db")
    : `PostgreSQL at ${describeUrl(database_url)} (database_url)`;
}

/** Opens an empty database in memory that has run the first migrations, to read the schema of a version from it. */
export async function openSchema(version: number): Promise<InMemoryDatabase> {
  const schema = openInMemory();
  for (const { up } of migrationsUpTo(migrations, version)) await up(schema.sql(), "sqlite");
  return schema;
}
