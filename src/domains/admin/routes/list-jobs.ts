import { route } from "../../../declare/route.ts";
import type { JobRow } from "../../../store/system-tables.ts";
import { jobStateOf, listJobs } from "../../operators/index.ts";
import { pageOf } from "../page-model.ts";
import { readPageQuery } from "../rules/page.ts";
import { timestamp } from "../rules/user-views.ts";
import { AdminJob, JobQuery } from "../state-model.ts";

export const listJobsRoute = route({
  id: "admin_list_jobs",
  method: "GET",
  path: "/admin/jobs",
  summary: "List the background jobs that wait, run or were given up.",
  auth: "operator",
  limit: { bucket: "admin" },
  query: JobQuery,
  reply: pageOf(AdminJob),
  errors: [],
  handle: async ({ query, db, services }) => {
    const rows = await listJobs(db, query.state ?? "all", readPageQuery(query));
    return rows.map((row) => jobView(row, services.clock.now()));
  },
});

/** Without the payload, in which there may be secrets. */
function jobView(row: JobRow, now: number): AdminJob {
  const { id, name, run_at, attempts, last_error } = row;
  return {
    _id: id,
    name,
    state: jobStateOf(row, now),
    due_at: timestamp(run_at),
    attempts,
    ...(last_error !== null && { last_error }),
  };
}
