import { existsSync } from "node:fs";
import { join } from "node:path";
import { type CopiedTable, copiedTableNames, planCopy } from "../../backup/rows/plan.ts";
import { assertDerived, digestTable } from "../../backup/rows/row-digest.ts";
import { beginCopy, finishCopy, readProgress } from "../../backup/rows/unfinished-target.ts";
import { openDatabase, openExistingDatabase } from "../../compose/open-database.ts";
import type { Config } from "../../config/schema.ts";
import { CommandError, type CommandReport } from "../../declare/command.ts";
import { derivedSchema } from "../../domains/index.ts";
import { migrations, newestVersion } from "../../migrations/index.ts";
import { migrate } from "../../platform/database/migrate.ts";
import type { Database, ReadQueries } from "../../platform/database/port.ts";
import { type CopySource, markUnfinishedCopy } from "../../platform/database/unfinished-copy.ts";
import { lockStoppedServer } from "../lock-stopped-server.ts";
import { checkTarget, fingerprintOf } from "./check-target.ts";
import { copyTable } from "./copy-table.ts";

interface MigrateStoreOptions {
  readonly config: Config;
  /** The address of the PostgreSQL database. */
  readonly url: string;
  /** Prints a line for the operator. */
  readonly report: (line: string) => void;
}

interface CopyContext {
  readonly source: ReadQueries;
  readonly target: Database;
  readonly tables: readonly CopiedTable[];
  readonly report: MigrateStoreOptions["report"];
  /** Throws once another process has the database. */
  readonly assertLocked: () => void;
}

/** Copies the SQLite database of the data directory into an empty PostgreSQL database, and verifies the copy. */
export async function migrateStore({
  config,
  url,
  report,
}: MigrateStoreOptions): Promise<CommandReport | string> {
  const path = join(config.data_dir, "ermine.db");
  if (!existsSync(path))
    throw new CommandError(
      `There is no SQLite database at ${path}. Set data_dir to the directory of your server.`,
    );
  await using opening = new AsyncDisposableStack();
  const locked = await lockStoppedServer({ ...config, database_url: url }, opening);
  await using sqlite = await openExistingDatabase({ ...config, database_url: "" });
  await using target = await openDatabase({ ...config, database_url: url });
  // A write, although it changes nothing: no command can change the database meanwhile.
  return await sqlite.write(async (source) => {
    const origin = { fingerprint: await fingerprintOf(source), version: newestVersion };
    const state = await checkTarget(target, origin, await copiedTableNames(source));
    if (state.kind === "finished")
      return `${withoutPassword(url)} holds the complete copy of ${path}, made at ${state.finishedAt}. Nothing is left to do. To copy again, use an empty database.`;
    if (state.kind === "empty") await target.write((queries) => markUnfinishedCopy(queries, origin));
    await migrate(target, migrations, { directory: "" });
    const tables = await target.read((queries) => planCopy(source, queries, derivedSchema));
    const context = { source, target, tables, report, assertLocked: () => locked.throwIfAborted() };
    const rows =
      (state.kind === "resumable" && (await resume(context))) || (await startOver(context, origin));
    await finishCopy(target, { ...origin, finishedAt: new Date().toISOString() });
    return { rows, note: closingNote(url) };
  });
}

interface VerifiedTable {
  readonly [key: string]: string | number | boolean;
  readonly table: string;
  readonly rows: number;
  readonly verified: boolean;
}

/** Returns nothing if the SQLite database has changed since the copy began, so that its parts do not fit together. */
async function resume(context: CopyContext): Promise<VerifiedTable[] | undefined> {
  context.report("Resuming the unfinished copy.");
  try {
    const rows = await copyAndVerify(context);
    if (rows.every(({ verified }) => verified)) return rows;
  } catch (error) {
    // A row that references one that the first run did not see, or one that it had already copied.
    if (!/^23...$/.test(String((error as { code?: unknown }).code))) throw error;
  }
  context.report("The SQLite database has changed since the copy began.");
  return undefined;
}

async function startOver(context: CopyContext, origin: CopySource): Promise<VerifiedTable[]> {
  const { target, tables, report } = context;
  report(`Copying ${tables.length} tables.`);
  await beginCopy(target, origin, tables);
  const rows = await copyAndVerify(context);
  const wrong = rows.filter(({ verified }) => !verified).map(({ table }) => table);
  if (wrong.length === 0) return rows;
  throw new CommandError(
    `The copy differs from the original in: ${wrong.join(", ")}. Another program may have written to the PostgreSQL ` +
      "database. Stop it and run this command again; the SQLite database is unchanged.",
  );
}

async function copyAndVerify({
  source,
  target,
  tables,
  report,
  assertLocked,
}: CopyContext): Promise<VerifiedTable[]> {
  const follow = progressReports(report, assertLocked);
  for (const table of tables) {
    const start = await readProgress(target, table.name);
    const onPage = follow(`Copying ${table.name}`);
    if (!start.done) await copyTable({ source, target }, table, { start, onPage });
  }
  const verified: VerifiedTable[] = [];
  for (const table of tables) {
    const onPage = follow(`Verifying ${table.name}`);
    const original = await digestTable(source, table, onPage);
    const copy = await target.read((queries) => digestTable(queries, table, onPage));
    await assertDerived(target, table);
    if (original.nuls > 0)
      report(`${table.name}: ${original.nuls} values held NUL characters, which were left out of the copy.`);
    const isEqual = original.rows === copy.rows && original.digest === copy.digest;
    verified.push({
      table: table.name,
      rows: copy.rows,
      digest: copy.digest.slice(0, 16),
      verified: isEqual,
    });
  }
  return verified;
}

const reportEveryMs = 5_000;

function progressReports(report: (line: string) => void, assertLocked: () => void) {
  let reportedAt = performance.now();
  return (what: string) => (rows: number) => {
    assertLocked();
    if (performance.now() - reportedAt < reportEveryMs) return;
    reportedAt = performance.now();
    report(`${what}: ${rows} rows`);
  };
}

function closingNote(url: string): string {
  return `The copy is complete and verified. Nothing in the SQLite database has changed.

Put the address into the configuration, with the password in place of "…":

  database_url = "${withoutPassword(url)}"

or set ERMINE_DATABASE_URL, and start the server. Keep data_dir: it holds secrets.json, which the copy needs, and the files.`;
}

function withoutPassword(url: string): string {
  return url.replace(/^(\w+:\/\/[^:/@]*):[^/]*@/, "$1:…@");
}
