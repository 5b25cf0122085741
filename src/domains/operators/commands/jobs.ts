import { type Command, CommandError } from "../../../declare/command.ts";
import { pageOf, pageOptions, readPage } from "../../../declare/page.ts";
import type { JobRow } from "../../../store/system-tables.ts";
import { isJobState, jobStateOf, jobStates, listJobs, retryFailedJobs } from "../store/jobs.ts";

const list: Command = {
  words: ["jobs", "list"],
  isReadOnly: true,
  args: [],
  options: { state: `${jobStates.join(", ")} or all; by default all`, ...pageOptions },
  doc: "List the background jobs that wait, run or were given up, with the last error of each.",
  async run(context) {
    const { state = "all" } = context.options;
    if (state !== "all" && !isJobState(state))
      throw new CommandError(`--state must be ${jobStates.join(", ")} or all`);
    const page = readPage(context);
    const now = context.services.clock.now();
    const rows = await context.read((db) => listJobs(db, state, page));
    return pageOf(
      rows.map((row) => describe(row, now)),
      page,
    );
  },
};

const retry: Command = {
  words: ["jobs", "retry"],
  args: ["job"],
  doc: "Retry a job that was given up, by its id; `all` retries all of them.",
  async run({ args: [which = ""], write }) {
    const retried = await write(async (tx) => {
      const ids = await retryFailedJobs(tx, which === "all" ? undefined : which);
      if (which !== "all" && ids.length === 0)
        throw new CommandError(`no job that was given up has the id ${which}`);
      return ids.length;
    });
    return [{ retried }];
  },
};

export const jobCommands: readonly Command[] = [list, retry];

/** Without the payload, in which there may be secrets. */
function describe(row: JobRow, now: number) {
  const { id, name, run_at, attempts, last_error } = row;
  return {
    id,
    name,
    state: jobStateOf(row, now),
    due: new Date(run_at).toISOString(),
    attempts,
    last_error,
  };
}
