import { sql } from "kysely";
import { type Migration, migrationsSince, versionAfter } from "../../migrations/kit.ts";
import type { Database, ReadQueries, WriteQueries } from "./port.ts";
import { emptyLog, type SnapshotOptions, takeSnapshot } from "./take-snapshot.ts";
import { UpgradeFailed, UpgradeRefused } from "./upgrade-errors.ts";
import { migrationEndsWithinMs } from "./upgrade-progress.ts";
import { upgradeWhileNodesRun } from "./upgrade-while-nodes-run.ts";

/** A database that is newer than this program, or so old that the steps from its version are gone. */
export class UnsupportedVersion extends Error {
  override readonly name = "UnsupportedVersion";
}

interface MigrationReport {
  readonly from: number;
  readonly to: number;
  /** Path of the copy of the database before the upgrade, if one was made. */
  readonly snapshot: string | undefined;
}

interface VersionTable {
  schema_version: { version: number };
}

/**
 * Brings the database to the newest version, all steps in one transaction, or leaves it unchanged. A SQLite database is
 * copied first, in the same transaction, so that the copy has everything; operators of PostgreSQL make their own backups.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  options: SnapshotOptions,
): Promise<MigrationReport> {
  const from = await currentVersion(database);
  const to = versionAfter(migrations);
  assertUpgradable(from, migrations);
  if (from === to) return { from, to, snapshot: undefined };
  const path = await pathOf(database);
  const mayTakeMs = migrationEndsWithinMs(await database.bytes());
  let snapshot: string | undefined;
  let during = "its preparation";
  const told = new Set<string>();
  const upgrade = async (queries: WriteQueries) => {
    const present = await readVersion(queries);
    assertUpgradable(present, migrations);
    if (path !== undefined && present > 0) {
      during = "the copy of the database";
      snapshot = await takeSnapshot(path, present, options);
    }
    for (const migration of migrationsSince(migrations, present)) {
      const step = versionAfter(migrations.slice(0, migrations.indexOf(migration) + 1));
      during = `step ${step} (${migration.name})`;
      // Not when the upgrade is retried, which may happen many times while nodes run, nor when the database is
      // created.
      if (from > 0 && !told.has(during))
        options.progress?.(`Upgrading the database to version ${to}: ${during}`, mayTakeMs);
      told.add(during);
      await migration.up(queries.sql(), database.dialect);
    }
    during = "the commit";
    const versions = queries.sql<VersionTable>();
    await versions.deleteFrom("schema_version").execute();
    await versions.insertInto("schema_version").values({ version: to }).execute();
  };
  try {
    if (path !== undefined && from > 0) emptyLog(path);
    if (database.dialect === "postgres")
      await upgradeWhileNodesRun(database, migrationsSince(migrations, from), upgrade);
    else await database.write(upgrade, { isLong: true });
  } catch (error) {
    if (error instanceof UpgradeRefused || error instanceof UnsupportedVersion) throw error;
    const present = await versionNow(database);
    throw new UpgradeFailed({ from, to, during, present, snapshot }, error);
  }
  return { from, to, snapshot };
}

/**
 * The version of the database after a failure. The error does not show it: the response to a commit may have been
 * lost.
 */
function versionNow(database: Database): Promise<number | undefined> {
  try {
    return database.read(readVersion).catch(() => undefined);
  } catch {
    return Promise.resolve(undefined);
  }
}

/** The file of a SQLite database; undefined for PostgreSQL. */
async function pathOf(database: Database): Promise<string | undefined> {
  if (database.dialect !== "sqlite") return undefined;
  const list = sql<{ name: string; file: string }>`pragma_database_list`.as("list");
  const { file } = await database.read((queries) =>
    queries.sql().selectFrom(list).select("file").where("name", "=", "main").executeTakeFirstOrThrow(),
  );
  return file;
}

export function assertKnownVersion(version: number, known: number): void {
  if (version <= known) return;
  throw new UnsupportedVersion(
    `The database is at version ${version}; this program knows versions up to ${known}. ` +
      "Start a newer Ermine, or restore a backup made with this one.",
  );
}

/** Throws if there are no steps from this version to the newest. */
export function assertUpgradable(version: number, migrations: readonly Migration[]): void {
  assertKnownVersion(version, versionAfter(migrations));
  const first = versionAfter(migrations.slice(0, 1));
  if (version === 0 || version >= first) return;
  throw new UnsupportedVersion(tooOld(`The database is at version ${version}`, first));
}

/** What to do about a database or a backup of a development version. */
export function tooOld(what: string, first: number): string {
  return (
    `${what}, of a development version of Ermine; this program upgrades versions from ${first} on: first follow ` +
    '"Databases of development versions" in docs/operating/upgrading.md.'
  );
}

async function currentVersion(database: Database): Promise<number> {
  await database.write(async (queries) => {
    if (database.dialect === "postgres") await sql`select pg_advisory_xact_lock(3707)`.execute(queries.sql());
    await queries
      .sql<VersionTable>()
      .schema.createTable("schema_version")
      .ifNotExists()
      .addColumn("version", "integer", (c) => c.notNull())
      .execute();
  });
  return database.read(readVersion);
}

export async function readVersion(queries: Pick<ReadQueries, "sql">): Promise<number> {
  const row = await queries
    .sql<VersionTable>()
    .selectFrom("schema_version")
    .select("version")
    .executeTakeFirst();
  return row?.version ?? 0;
}
