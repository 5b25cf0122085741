import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import type { Migration } from "../../migrations/kit.ts";
import type { Database, ReadQueries, WriteQueries } from "./port.ts";
import { upgradeBesideNodes } from "./upgrade-beside-nodes.ts";

export class DatabaseTooNew extends Error {
  override readonly name = "DatabaseTooNew";
}

export interface MigrationReport {
  readonly from: number;
  readonly to: number;
  /** Path of the copy of the database before the upgrade, if one was made. */
  readonly snapshot: string | undefined;
}

interface VersionTable {
  schema_version: { version: number };
}

/** Brings the database to the newest version, all steps in one transaction, or leaves it unchanged. */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  snapshotDirectory: string,
): Promise<MigrationReport> {
  const from = await currentVersion(database);
  const to = migrations.length;
  assertKnownVersion(from, to);
  if (from === to) return { from, to, snapshot: undefined };
  const snapshot = from > 0 ? await takeSnapshot(database, snapshotDirectory, from) : undefined;
  const upgrade = async (queries: WriteQueries) => {
    const present = await readVersion(queries);
    assertKnownVersion(present, to);
    for (const migration of migrations.slice(present)) await migration.up(queries.sql(), database.dialect);
    const versions = queries.sql<VersionTable>();
    await versions.deleteFrom("schema_version").execute();
    await versions.insertInto("schema_version").values({ version: to }).execute();
  };
  if (database.dialect === "postgres") await upgradeBesideNodes(database, migrations.slice(from), upgrade);
  else await database.write(upgrade, { isLong: true });
  return { from, to, snapshot };
}

export function assertKnownVersion(version: number, known: number): void {
  if (version <= known) return;
  throw new DatabaseTooNew(
    `The database is at version ${version}; this program knows versions up to ${known}. ` +
      "Start a newer Ermine, or restore a backup made with this one.",
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

/** Copies a SQLite file before an upgrade. Operators of PostgreSQL make their own backups. */
async function takeSnapshot(
  database: Database,
  directory: string,
  version: number,
): Promise<string | undefined> {
  if (database.dialect !== "sqlite") return undefined;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, `before-upgrade-from-${version}-${Date.now()}.db`);
  // On the reading connection, because SQLite cannot run it in a transaction. It changes only the new file.
  await database.read((queries) => sql`vacuum into ${path}`.execute(queries.sql() as Kysely<unknown>));
  return path;
}
