import Type from "typebox";
import type { Config } from "../config/schema.ts";
import { type Job, type JobContext, job } from "../declare/job.ts";
import { isBlobKey } from "../platform/blobs/port.ts";
import { intervalOf } from "../platform/clock/clock.ts";
import type { Database } from "../platform/database/port.ts";
import { plainFolder } from "./archive-format.ts";
import { backUp } from "./back-up.ts";
import { type BackupStorage, openBackupStorage } from "./backup-storage.ts";
import { defaultDestination, destinationOf } from "./destinations/archive-folder.ts";
import { readDestination, updateDestination, withFailure } from "./destinations/destinations.ts";
import { configuredEncryption } from "./encryption/choose-encryption.ts";
import { fileOfKey } from "./encryption/encrypted-files.ts";
import { filesOfArchive, folderOfArchive } from "./file-list.ts";
import { scheduledVerification } from "./scheduled-verification.ts";

/** The jobs that make and verify backups, where there is an interval. One node at a time runs each. */
export function scheduledBackups(config: Config, database: Database): Job[] {
  return [...scheduledCreation(config, database), ...scheduledVerification(config, database)];
}

function scheduledCreation(config: Config, database: Database): Job[] {
  const { every } = config.backup;
  if (every === "") return [];
  const everyMs = intervalOf(every);
  return [
    job({
      name: "back_up",
      doc: "Makes a backup when the last one at its destination is older than backup.every, and removes those beyond the number to keep.",
      attempts: 1,
      parallel: 1,
      // The interval may have been changed since the job was last put off.
      everyMs: Math.min(everyMs, 60_000),
      payload: Type.Null(),
      async run({ services, read }) {
        const readUsual = () => read((db) => readDestination(db, destinationOf(defaultDestination(config))));
        const { succeeded, failed } = await readUsual();
        const isDue = !succeeded || services.clock.now() - succeeded.at >= everyMs;
        if (isDue || (failed?.by_server && !succeeded.by_server))
          await makeBackup({ config, database, services });
        const known = await readUsual();
        // Also after backups that commands have made there.
        if (known.succeeded?.at !== known.pruned_at) await prune({ config, database, services });
      },
    }),
  ];
}

interface ScheduledWork {
  readonly config: Config;
  readonly database: Database;
  readonly services: JobContext["services"];
}

async function makeBackup({ config, database, services }: ScheduledWork): Promise<void> {
  const { clock, log, blobs, scheduler } = services;
  const task = scheduler.start();
  const { missingFiles, damagedFiles, replacedFiles, ...report } = await backUp({
    config,
    database,
    blobs,
    to: defaultDestination(config),
    byServer: true,
    passphrase: config.backup.passphrase,
    encrypt: configuredEncryption(config),
    now: () => clock.now(),
    progress: () => {},
    pause: () => task.pause(),
  });
  log.info(report, "backup made");
  const broken = [...missingFiles, ...damagedFiles];
  if (broken.length > 0)
    log.warn({ files: broken.slice(0, 10) }, "files are lost or damaged, in the backup too");
  if (replacedFiles.length > 0)
    log.warn(
      { files: replacedFiles.slice(0, 10) },
      "files in the backups were damaged or lost and have been copied again: check the disk there",
    );
}

/** An archive that cannot be removed is a failure too: sooner or later the destination is full. */
async function prune({ config, database, services }: ScheduledWork): Promise<void> {
  const to = defaultDestination(config);
  const target = { destination: destinationOf(to), config };
  try {
    await pruneBackups(await openBackupStorage(config, to), config.backup.keep);
    await updateDestination(database, target, ({ failed: _, ...known }) => ({
      ...known,
      ...(known.succeeded && { pruned_at: known.succeeded.at }),
    }));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const error = new Error(`a backup was made, but old ones cannot be removed: ${reason}`, { cause });
    const at = services.clock.now();
    await updateDestination(database, target, (known) => ({
      ...known,
      failed: { ...withFailure(known.failed, { at, error }), by_server: true },
    }));
    throw error;
  }
}

/** Removes all but the newest archives, and the files that none of those has. */
async function pruneBackups(storage: BackupStorage, keep: number): Promise<void> {
  const archives = await storage.list();
  const [outdated, kept] = [archives.slice(0, -keep), archives.slice(-keep)];
  const { openFiles } = storage;
  if (outdated.length === 0 || !openFiles) return;
  // Before the archives are removed: removing the last archive of a folder removes everything in the folder.
  const folders = new Set([plainFolder]);
  for (const id of archives) {
    // A damaged outdated archive does not keep anything from being removed.
    const folder = await folderOfArchive(storage, id).catch(() => undefined);
    if (folder !== undefined) folders.add(folder);
  }
  for (const id of outdated) await storage.remove(id);
  // The files of a backup that is being made belong to no archive yet. They are checked after the next backup.
  if (await storage.isUsedByOthers("")) return;
  for (const folder of folders) {
    const needed = new Set<string>();
    for (const id of kept) for await (const { key } of filesOfArchive(storage, id, folder)) needed.add(key);
    const files = await openFiles(folder);
    for await (const key of files.keys())
      if (isBlobKey(key) && !needed.has(fileOfKey(key))) await files.delete(key);
  }
}
