import { existsSync } from "node:fs";
import { join } from "node:path";
import { openBlobs } from "../compose/open-blobs.ts";
import { createUnfinishedDatabase, openDatabase, openSchema, snapshotsOf } from "../compose/open-database.ts";
import type { Config } from "../config/schema.ts";
import { readSetupFile, replaceSetupFile } from "../config/setup-file.ts";
import { CommandError } from "../declare/command.ts";
import { migrations, newestVersion } from "../migrations/index.ts";
import { migrationsUpTo, versionAfter } from "../migrations/kit.ts";
import { migrate, tooOld } from "../platform/database/migrate.ts";
import type { Database } from "../platform/database/port.ts";
import {
  type CopySource,
  hasUnfinishedCopy,
  markUnfinishedCopy,
  readUnfinishedCopy,
} from "../platform/database/unfinished-copy.ts";
import { assertSameSecrets, storeSecrets } from "../platform/secrets/secrets-file.ts";
import { damaged } from "./archive-format.ts";
import { type RestoredTable, type RestoreOptions, restoreContents } from "./restore-contents.ts";
import { copiedTableNames } from "./rows/plan.ts";
import { assertNoRows, assertUtf8, presentTables, versionOf } from "./rows/target-state.ts";
import { beginCopy, finishCopy } from "./rows/unfinished-target.ts";
import { planVersion } from "./write-tables.ts";

/** Throws, before anything is changed, if this program or this data directory cannot hold the archive. */
export async function assertRestorable({
  config,
  archive,
  verified,
  secrets,
}: Pick<RestoreOptions, "config" | "archive" | "verified" | "secrets">): Promise<void> {
  const { schema: version, program, tables } = verified.manifest;
  if (version > newestVersion)
    throw new CommandError(
      `${archive.name} was made by Ermine ${program}, with version ${version} of the database; this program knows versions up to ${newestVersion}. Use the newer program.`,
    );
  const first = versionAfter(migrations.slice(0, 1));
  if (version < first)
    throw new CommandError(tooOld(`${archive.name} holds version ${version} of the database`, first));
  using schema = await openSchema(version);
  const planned = await planVersion(version, schema);
  const namesOf = (all: readonly { name: string; columns: readonly (string | { name: string })[] }[]) =>
    all.map(({ name, columns }) => [
      name,
      ...columns.map((each) => (typeof each === "string" ? each : each.name)),
    ]);
  if (!Bun.deepEquals(namesOf(tables), namesOf(planned)))
    throw damaged(archive.name, "its tables are not those of its version");
  if (secrets) assertSameSecrets(config, secrets);
}

/** Restores a verified archive into an empty database. Only the last step makes the database usable. */
export async function restore(options: RestoreOptions): Promise<RestoredTable[]> {
  const { config, archive, verified, secrets } = options;
  const { schema } = verified.manifest;
  await using opened = new AsyncDisposableStack();
  const source: CopySource = { fingerprint: verified.digest, version: schema, archive: archive.name };
  const database = await openTarget(config, source, opened);
  await migrate(database, migrationsUpTo(migrations, schema), snapshotsOf(config));
  const tables = await database.read((queries) => planVersion(schema, queries));
  await beginCopy(database, source, tables);
  await using blobs = await openBlobs(config);
  const rows = await restoreContents({ ...options, database, blobs, tables });
  if (secrets) {
    const { setup_toml, ...keys } = secrets;
    storeSecrets(config, keys);
    if (setup_toml !== undefined && readSetupFile(config.data_dir) === undefined)
      replaceSetupFile(config.data_dir, setup_toml);
  }
  await finishCopy(database);
  // As the start of a server would: the archive is restored, whatever happens from here on.
  await migrate(database, migrations, snapshotsOf(config));
  return rows;
}

/**
 * Opens the database to restore into, marked as unfinished. Throws, and changes nothing, unless it is empty or holds a
 * part of the same archive.
 */
async function openTarget(
  config: Config,
  source: CopySource,
  opened: AsyncDisposableStack,
): Promise<Database> {
  const path = join(config.data_dir, "ermine.db");
  const openMarked = async () => {
    createUnfinishedDatabase(config, source);
    return opened.use(await openDatabase(config));
  };
  if (config.database_url === "" && !existsSync(path)) return openMarked();
  const database = await openDatabase(config);
  const closing = opened.use(new AsyncDisposableStack());
  closing.use(database);
  await assertUtf8(database);
  if (await hasUnfinishedCopy(database)) {
    const unfinished = await readUnfinishedCopy(database);
    if (unfinished?.fingerprint !== source.fingerprint)
      throw new CommandError(
        `The database holds a part of ${unfinished?.archive ?? "another database"}, whose copy was interrupted. Finish that one, or use an empty database.`,
      );
    if (database.dialect === "postgres") return database;
    // Nobody has ever used it, and a new file is emptied faster.
    await closing.disposeAsync();
    return openMarked();
  }
  using schema = await openSchema(newestVersion);
  await assertNoRows(database, await presentTables(database, await copiedTableNames(schema)));
  const version = await versionOf(database);
  if (version > source.version)
    throw new CommandError(
      `The database has the tables of version ${version}, the backup those of version ${source.version}. Use a database without tables.`,
    );
  await database.write((queries) => markUnfinishedCopy(queries, source));
  return database;
}
