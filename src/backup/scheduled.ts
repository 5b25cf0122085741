import Type from "typebox";
import type { Config } from "../config/schema.ts";
import { type Job, job } from "../declare/job.ts";
import type { Database } from "../platform/database/port.ts";
import { usualPlace } from "../store/backup-folder.ts";
import { lastBackup } from "../store/last-backup.ts";
import { backUp } from "./back-up.ts";

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The interval of `backup.every` in milliseconds. */
export function intervalOf(every: string): number {
  return Number.parseInt(every, 10) * (units[every.at(-1) ?? ""] ?? Number.NaN);
}

/** The job that makes backups, if there is an interval. One node at a time runs it. */
export function scheduledBackups(config: Config, database: Database): Job[] {
  const { every, keep, passphrase } = config.backup;
  if (every === "") return [];
  const everyMs = intervalOf(every);
  return [
    job({
      name: "back_up",
      doc: "Makes a backup when the last one is older than backup.every, and removes those that are too many.",
      attempts: 1,
      parallel: 1,
      // The interval may have been changed since the job was last put off.
      everyMs: Math.min(everyMs, 60_000),
      payload: Type.Null(),
      async run({ services, read }) {
        const { clock, log, blobs, scheduler } = services;
        const { succeeded } = await read(lastBackup);
        if (succeeded && clock.now() - succeeded.at < everyMs) return;
        const task = scheduler.start();
        const made = await backUp({
          config,
          database,
          blobs,
          to: usualPlace(config),
          keep,
          passphrase,
          now: () => clock.now(),
          progress: () => {},
          pause: () => task.pause(),
        });
        const { missingFiles, damagedFiles, ...report } = made;
        log.info(report, "backup made");
        const broken = [...missingFiles, ...damagedFiles];
        if (broken.length > 0)
          log.warn({ files: broken.slice(0, 10) }, "files are lost or damaged, also in the backup");
      },
    }),
  ];
}
