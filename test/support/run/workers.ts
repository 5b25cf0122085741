import { join } from "node:path";

const variable = "ERMINE_TEST_WORKER";

/** Whether this process is one of several that take the test files of a run from one queue. */
export const isWorker = process.env[variable] === "1";

/** How long the files took when this was recorded: the longest are begun first, so that all workers end together. */
const timings = join(import.meta.dir, "timings.json");

/** How `bun test` runs files in workers. Each keeps its modules from file to file, as loading them takes long. */
export function inWorkers(count: number, isRecording: boolean) {
  const recording = isRecording ? ["--update-timings"] : [];
  return {
    options: [`--parallel=${count}`, "--no-isolate", `--timings=${timings}`, ...recording],
    env: { [variable]: "1" },
  };
}
