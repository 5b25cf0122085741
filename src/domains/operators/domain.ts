import type { Domain } from "../../declare/domain.ts";
import { provide } from "../../declare/query-provider.ts";
import { jobCommands } from "./commands/jobs.ts";
import { operatorCommands } from "./commands/operators.ts";
import { deleteOldOperatorActionsJob } from "./jobs.ts";
import { Statistics } from "./queries.ts";
import { countOf } from "./store/count-in-slices.ts";
import { countFailedJobs, measureDatabase } from "./store/statistics.ts";

/** Actions of operators and their record; jobs, statistics, personal data. */
export const operators: Domain = {
  name: "operators",
  commands: [...operatorCommands, ...jobCommands],
  jobs: [deleteOldOperatorActionsJob],
  providers: [
    provide(Statistics, measureDatabase),
    provide(Statistics, countOf("jobs")),
    provide(Statistics, countFailedJobs),
  ],
};
