import Type from "typebox";
import { type Job, job } from "../declare/job.ts";
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

/** The jobs that belong to no domain. */
export const systemJobs: readonly Job[] = [sweepGivenUpJobs];
