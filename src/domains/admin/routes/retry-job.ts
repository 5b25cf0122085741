import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { retryFailedJobs } from "../../operators/index.ts";

export const retryJobRoute = route({
  id: "admin_retry_job",
  method: "POST",
  path: "/admin/jobs/:target/retry",
  summary: "Run a job again that was given up.",
  auth: "operator",
  limit: { bucket: "admin" },
  records: "jobs retry",
  reply: NoContent,
  errors: ["NotFound"],
  handle: async ({ params, tx }) => {
    const retried = await retryFailedJobs(tx, params.target);
    if (retried.length === 0) throw tx.fail("NotFound");
  },
});
