import { rm } from "node:fs/promises";
import { join } from "node:path";
import { finishCopy } from "../../src/backup/rows/unfinished-target.ts";
import { planVersion } from "../../src/backup/write-tables.ts";
import { openBlobs } from "../../src/compose/open-blobs.ts";
import type { Config } from "../../src/config/schema.ts";
import type { CommandReport } from "../../src/declare/command.ts";
import { newestVersion } from "../../src/migrations/index.ts";
import { createDataDirectory } from "../../src/platform/data-directory/data-directory.ts";
import type { Database } from "../../src/platform/database/port.ts";
import { loadOrCreateSecrets } from "../../src/platform/secrets/secrets-file.ts";
import { createVault } from "../../src/platform/secrets/vault.ts";
import { recordKeys } from "../../src/startup/key-check.ts";
import { createProgress } from "../progress.ts";
import { type Dump, openDump } from "./dump/open-dump.ts";
import { type DumpSurvey, surveyDump } from "./dump/survey.ts";
import { type CopyOptions, copyContents } from "./files/copy-contents.ts";
import { openFileSource } from "./files/file-source.ts";
import { sampleContents } from "./files/sample-contents.ts";
import type { StoatSettings } from "./files/stoat-settings.ts";
import { deriveRows, pruneContents } from "./job/derive-rows.ts";
import { openTarget } from "./job/open-target.ts";
import { preservePermissions } from "./job/preserve-permissions.ts";
import { runStep, type StepRun } from "./job/run-step.ts";
import { fileSteps, isTaken, steps } from "./job/steps.ts";
import { verifyImport } from "./job/verify-import.ts";
import { describeOutcome, writeReport } from "./job/write-report.ts";
import { nameOfStep, type StoatContext } from "./step.ts";

interface ImportOptions {
  readonly config: Config;
  /** A folder or an archive of mongodump. */
  readonly dump: string;
  /** A directory, or `s3://bucket/prefix`. */
  readonly files: string;
  readonly settings: StoatSettings;
  /** Whether the instance ran a version before 0.15.2, which computed permissions as they are computed here. */
  readonly hasOldPermissionOrder: boolean;
  report(line: string): void;
  /** Keeps servers from the database until the stack is disposed of. */
  lock(opened: AsyncDisposableStack): Promise<AbortSignal>;
}

/** The last revision of Stoat's schema that only versions before 0.15.2 have. */
const lastWithOldOrder = 50;

/** Imports an instance of Stoat into an empty database, or continues an import that was interrupted. */
export async function importStoat(options: ImportOptions): Promise<CommandReport | string> {
  const { config, report } = options;
  await using opened = new AsyncDisposableStack();
  const source = opened.use(await openFileSource(options.files, config, options.settings));
  createDataDirectory(config.data_dir);
  const locked = await options.lock(opened);
  const folder = join(config.data_dir, "import");
  createDataDirectory(folder);
  const workFolder = join(folder, "stoat");
  const minFreeBytes = config.ready.min_free_bytes;
  const dump = await openDump(options.dump, { workFolder, minFreeBytes, isNeeded: isTaken, report });
  const survey = await surveyDump(dump, isTaken, report);
  const origin = { fingerprint: survey.fingerprint, version: newestVersion, imported: dump.name };
  const { database, finishedAt, isResumed } = await openTarget(config, origin, opened);
  if (finishedAt !== undefined)
    return `The database holds all of ${dump.name}, imported at ${finishedAt}. Nothing is left to do.`;
  if (isResumed) report("Continuing the import that was interrupted.");
  const context = await prepareContext(options, database, survey);
  if (config.s3.bucket === "") createDataDirectory(join(config.data_dir, "files"));
  const blobs = opened.use(await openBlobs(config));
  const tables = await database.read((queries) => planVersion(newestVersion, queries));
  const run = { database, tables, context, assertLocked: () => locked.throwIfAborted() };
  const copying = { source, blobs, key: options.settings.key };
  const hasOldOrder = options.hasOldPermissionOrder || survey.revision <= lastWithOldOrder;
  await runSteps(dump, survey, { run, copying, hasOldOrder, report });
  report("Verifying.");
  const rows = await verifyImport(database, survey);
  const contents = dump.collections.get("attachment_hashes");
  const total = survey.documents.get("attachment_hashes") ?? 0;
  const sampled = contents ? await sampleContents(contents, { total, database }, copying) : 0;
  const outcome = await writeReport(database, join(folder, "stoat-report.jsonl"));
  await finishCopy(database, { ...origin, finishedAt: new Date().toISOString() });
  await rm(workFolder, { recursive: true, force: true });
  const ignored = [...dump.collections.keys()].filter((name) => !isTaken(name));
  return { rows, note: describeOutcome({ ...outcome, sampled, ignored, context }) };
}

/** The secrets of the new instance, with which those of the old one are sealed. */
async function prepareContext(
  { config, settings }: ImportOptions,
  database: Database,
  { revision }: DumpSurvey,
): Promise<StoatContext> {
  const secrets = loadOrCreateSecrets(config);
  const vault = createVault(secrets.encryptionKey);
  await database.write((queries) => recordKeys(queries, vault, secrets));
  const keepsSubscriptions = settings.webPushKey === secrets.vapid.privateKey;
  return { vault, revision, now: Date.now(), keepsSubscriptions };
}

interface StepsRun {
  readonly run: Omit<StepRun, "progress">;
  readonly copying: CopyOptions;
  /** Whether permissions were computed as they are here. */
  readonly hasOldOrder: boolean;
  report(line: string): void;
}

async function runSteps(
  dump: Dump,
  { bytes }: DumpSurvey,
  { run, copying, hasOldOrder, report }: StepsRun,
): Promise<void> {
  const progressOf = (name: string, collection: string, unit: string) =>
    createProgress({ doing: `Taking ${name}`, unit, total: bytes.get(collection) ?? 0, report });
  const take = async (step: (typeof steps)[number]) => {
    const collection = dump.collections.get(step.collection);
    const progress = progressOf(nameOfStep(step), step.collection, "documents");
    if (collection) await runStep(step, collection, { ...run, progress });
  };
  for (const step of fileSteps) await take(step);
  await pruneContents(run.database);
  const contents = dump.collections.get("attachment_hashes");
  const progress = progressOf("the contents of files", "attachment_hashes", "files");
  if (contents) await copyContents(contents, { ...run, progress }, copying);
  for (const step of steps) await take(step);
  if (!hasOldOrder) await preservePermissions(run.database);
  await deriveRows(run.database);
}
