import { join } from "node:path";
import Type from "typebox";
import { type Job, job } from "../declare/job.ts";
import { removeExpired } from "../platform/database/snapshot-files.ts";
import { noteTime } from "../startup/clock-check.ts";
import type { SystemTables } from "../store/system-tables.ts";

const day = 86_400_000;
const retentionMs = 30 * day;

const sweepGivenUpJobs = job({
  name: "sweep_given_up_jobs",
  doc: "Removes jobs that were given up a month ago; until then the operator can look at them.",
  attempts: 1,
  everyMs: day,
  payload: Type.Null(),
  async run({ services, write }) {
    const oldest = services.clock.now() - retentionMs;
    await write((tx) =>
      tx
        .sql<SystemTables>()
        .deleteFrom("jobs")
        .where("failed", "=", 1)
        .where("run_at", "<", oldest)
        .execute(),
    );
  },
});

const noteTimeJob = job({
  name: "note_time",
  doc: "Records the time, so that a start with a clock that went backwards is noticed.",
  attempts: 1,
  everyMs: 600_000,
  payload: Type.Null(),
  run: ({ write }) => write(noteTime),
});

const sweepSnapshots = job({
  name: "sweep_snapshots",
  doc: "Removes the copies of a SQLite database that upgrades have made, after database.snapshot_days.",
  attempts: 1,
  everyMs: day,
  payload: Type.Null(),
  async run({ services: { config, clock, log } }) {
    const folder = join(config.data_dir, "snapshots");
    const removed = removeExpired(folder, config.database.snapshot_days, clock.now());
    if (removed.length > 0)
      log.info({ removed }, "old copies of the database from before upgrades were removed");
  },
});

/** The jobs that belong to no domain. */
export const systemJobs: readonly Job[] = [sweepGivenUpJobs, noteTimeJob, sweepSnapshots];
