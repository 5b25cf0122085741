import { existsSync } from "node:fs";
import { join } from "node:path";
import { copiedTableNames } from "../../../src/backup/rows/plan.ts";
import { assertNoRows, assertUtf8, presentTables } from "../../../src/backup/rows/target-state.ts";
import { readFinishedCopy } from "../../../src/backup/rows/unfinished-target.ts";
import {
  createUnfinishedDatabase,
  openDatabase,
  openSchema,
  snapshotsOf,
} from "../../../src/compose/open-database.ts";
import type { Config } from "../../../src/config/schema.ts";
import { CommandError } from "../../../src/declare/command.ts";
import { migrations, newestVersion } from "../../../src/migrations/index.ts";
import { migrate } from "../../../src/platform/database/migrate.ts";
import type { Database } from "../../../src/platform/database/port.ts";
import {
  type CopySource,
  hasUnfinishedCopy,
  markUnfinishedCopy,
  readUnfinishedCopy,
} from "../../../src/platform/database/unfinished-copy.ts";

interface OpenedTarget {
  readonly database: Database;
  /** When the import of this dump was finished, if it was. */
  readonly finishedAt: string | undefined;
  readonly isResumed: boolean;
}

/**
 * Opens the database to import into, with its tables and marked as unfinished. Throws, and changes nothing, unless it is
 * empty or holds a part of the same dump.
 */
export async function openTarget(
  config: Config,
  source: CopySource,
  opened: AsyncDisposableStack,
): Promise<OpenedTarget> {
  const isNewFile = config.database_url === "" && !existsSync(join(config.data_dir, "ermine.db"));
  if (isNewFile) createUnfinishedDatabase(config, source);
  const database = opened.use(await openDatabase(config));
  await assertUtf8(database);
  const isResumed = !isNewFile && (await isUnfinishedImport(database, source));
  if (!isNewFile && !isResumed) {
    using schema = await openSchema(newestVersion);
    const present = await presentTables(database, await copiedTableNames(schema));
    const finished = present.includes("meta") ? await database.read(readFinishedCopy) : undefined;
    if (finished?.fingerprint === source.fingerprint)
      return { database, finishedAt: finished.finishedAt, isResumed: false };
    await assertNoRows(database, present);
    await database.write((queries) => markUnfinishedCopy(queries, source));
  }
  await migrate(database, migrations, snapshotsOf(config));
  return { database, finishedAt: undefined, isResumed };
}

async function isUnfinishedImport(database: Database, source: CopySource): Promise<boolean> {
  if (!(await hasUnfinishedCopy(database))) return false;
  const unfinished = await readUnfinishedCopy(database);
  if (unfinished?.fingerprint !== source.fingerprint)
    throw new CommandError(
      `The database holds a part of ${unfinished?.imported ?? unfinished?.archive ?? "another database"}, which was interrupted. Finish that one, or use an empty database.`,
    );
  if (unfinished.version !== source.version)
    throw new CommandError(
      "Another version of Ermine has begun this import. Finish it with that one, or use an empty database.",
    );
  return true;
}
