import Type from "typebox";
import type { Config } from "../config/schema.ts";
import { CommandError } from "../declare/command.ts";
import { type Job, job } from "../declare/job.ts";
import { intervalOf } from "../platform/clock/clock.ts";
import type { Database } from "../platform/database/port.ts";
import type { Log } from "../platform/log/log.ts";
import { type ArchiveSource, openSource } from "./archive-source.ts";
import { openArchive } from "./backup-storage.ts";
import { defaultDestination, destinationOf } from "./destinations/archive-folder.ts";
import { readDestination } from "./destinations/destinations.ts";
import { WrongKey } from "./encryption/encryption.ts";
import { verifyAndRecord } from "./verify-and-record.ts";

/** The job that verifies the last backup, if there is an interval. */
export function scheduledVerification(config: Config, database: Database): Job[] {
  const { verify_every } = config.backup;
  if (verify_every === "") return [];
  const everyMs = intervalOf(verify_every);
  return [
    job({
      name: "verify_backup",
      doc: "Verifies the last backup if that has not happened for backup.verify_every, and copies damaged files again.",
      attempts: 1,
      parallel: 1,
      everyMs: Math.min(everyMs, 60_000),
      payload: Type.Null(),
      async run({ services, read }) {
        const { clock, log, blobs, scheduler } = services;
        const { succeeded, verified, damaged } = await read((db) =>
          readDestination(db, destinationOf(defaultDestination(config))),
        );
        const lastAt = Math.max(verified?.at ?? 0, damaged?.at ?? 0);
        if (!succeeded || clock.now() - lastAt < everyMs) return;
        const task = scheduler.start();
        try {
          const archive = await openLast(config, succeeded.archive, log);
          const { repairedFiles } = await verifyAndRecord(
            {
              config,
              archive,
              blobs,
              now: () => clock.now(),
              progress: () => {},
              pause: () => task.pause(),
              onFile: (line) => log.warn({ archive: archive.name }, line),
            },
            database,
          );
          const { name, isLocked } = archive;
          const how = isLocked ? "backup verified, without opening what is encrypted" : "backup verified";
          log.info({ archive: name, repaired: repairedFiles.length }, how);
        } catch (error) {
          // The failure is recorded, and reading everything again within the hour would not change it.
          if (!(error instanceof CommandError)) throw error;
          log.warn({ reason: error.message }, "the last backup cannot be restored as it is");
        }
      },
    }),
  ];
}

/** An archive that is gone is a damaged one: the failure is recorded when it is read. */
async function openLast(config: Config, name: string, log: Log): Promise<ArchiveSource> {
  const keys = { identities: [], passphrase: config.backup.passphrase };
  try {
    const archive = await openArchive(config, name);
    return await openSource(config, archive, keys).catch((error) => {
      if (!(error instanceof WrongKey)) throw error;
      log.warn(
        { archive: name },
        "the last backup has a different passphrase: only its encrypted form is verified",
      );
      return openSource(config, archive, { identities: [], passphrase: "" });
    });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const open = () => Promise.reject(error);
    return { name, isLocked: false, isEncrypted: false, files: undefined, open };
  }
}
