import { withMutant } from "./mutations.ts";
import { secondsOf } from "./nearest-tests.ts";
import { readSource, type SourceCopy } from "./source-copy.ts";
import { environmentOf } from "./test-settings.ts";
import type { Trial } from "./trials.ts";

/** Runs trials that can run together, and returns the test files that caught mutants, by the numbers of these. */
export async function runTrials(copy: SourceCopy, trials: readonly Trial[]): Promise<Map<number, string>> {
  const { passed, failed } = await runWith(copy, trials);
  const caught = new Map<number, string>();
  if (passed) return caught;
  for (const trial of trials) {
    // After a crash, or when the time is over, it is not known which file was at fault.
    const suspects = failed.length > 0 ? trial.files.filter((file) => failed.includes(file)) : trial.files;
    for (const file of suspects) {
      // Again alone: a test may fail by chance, on a busy machine.
      if ((await runWith(copy, [{ ...trial, files: [file] }])).passed) continue;
      caught.set(trial.number, file);
      break;
    }
  }
  return caught;
}

async function runWith(copy: SourceCopy, trials: readonly Trial[]) {
  const files = trials.flatMap((trial) => trial.files);
  for (const { mutant } of trials) copy.write(mutant.file, withMutant(readSource(mutant.file), mutant));
  try {
    return await copy.test(files, {
      env: environmentOf[trials[0]?.setting ?? "sqlite"],
      // Without others to fail for, the first failure is enough.
      options: ["--timeout", "30000", ...(trials.length === 1 ? ["--bail"] : [])],
      maxMs: 60_000 + 10_000 * files.reduce((total, file) => total + secondsOf(file), 0),
    });
  } finally {
    for (const { mutant } of trials) copy.restore(mutant.file);
  }
}
