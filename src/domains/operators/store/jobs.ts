import type { ListPage } from "../../../declare/page.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { jobTime } from "../../../store/job-time.ts";
import type { JobRow, SystemTables } from "../../../store/system-tables.ts";

export const jobStates = ["waiting", "running", "failed"] as const;

type JobState = (typeof jobStates)[number];

export function isJobState(text: string): text is JobState {
  return jobStates.some((state) => state === text);
}

export function jobStateOf({ failed, leased_until }: JobRow, now: number): JobState {
  if (failed === 1) return "failed";
  return leased_until > now ? "running" : "waiting";
}

/** In the order of their ids, which for all but periodic jobs is the order in which they came. */
export function listJobs(
  db: Reader,
  state: JobState | "all",
  { limit, after = "" }: ListPage,
): Promise<JobRow[]> {
  const now = db.services.clock.now();
  let query = db.sql<SystemTables>().selectFrom("jobs").selectAll().where("id", ">", after);
  if (state !== "all") query = query.where("failed", "=", state === "failed" ? 1 : 0);
  if (state === "running") query = query.where("leased_until", ">", now);
  if (state === "waiting") query = query.where("leased_until", "<=", now);
  return query.orderBy("id").limit(limit).execute();
}

/** Makes jobs that were given up due now, with all their attempts. Without an id all of them; returns their ids. */
export async function retryFailedJobs(tx: Tx, id?: string): Promise<string[]> {
  let query = tx
    .sql<SystemTables>()
    .updateTable("jobs")
    .set({ failed: 0, attempts: 0, leased_until: 0, run_at: jobTime(tx) })
    .where("failed", "=", 1);
  if (id !== undefined) query = query.where("id", "=", id);
  const rows = await query.returning("id").execute();
  return rows.map((row) => row.id);
}
