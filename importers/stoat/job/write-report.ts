import type { Database } from "../../../src/platform/database/port.ts";
import { ImportProblems, openReport } from "../../problems.ts";
import { copyingStep } from "../files/copy-contents.ts";
import type { StoatContext } from "../step.ts";
import { readProblems, readStep } from "./step-progress.ts";

interface Outcome {
  readonly problems: ImportProblems;
  readonly path: string;
  readonly files: number;
  readonly withPublishedKey: number;
}

/** Writes every problem into a file. */
export async function writeReport(database: Database, path: string): Promise<Outcome> {
  const report = openReport(path);
  const problems = new ImportProblems(report.write);
  for await (const problem of readProblems((work) => database.read(work))) problems.add(problem);
  await report.close();
  const { taken: files, withPublishedKey = 0 } = await database.read((queries) =>
    readStep(queries, copyingStep),
  );
  return { problems, path, files, withPublishedKey };
}

interface DescribedOutcome extends Outcome {
  readonly sampled: number;
  readonly ignored: readonly string[];
  readonly context: StoatContext;
}

/** What the operator reads at the end. */
export function describeOutcome(outcome: DescribedOutcome): string {
  const { problems, path, files, withPublishedKey, sampled, ignored, context } = outcome;
  const listed = problems
    .rows()
    .map(({ problem, count, examples }) => `  ${count} × ${problem}: ${examples}`)
    .join("\n");
  return [
    `The import is complete and verified. ${files} files were copied; ${sampled} of them were decrypted once more and compared.`,
    ...(withPublishedKey > 0
      ? [
          `${withPublishedKey} files were encrypted with the key that Stoat publishes in its default configuration: whoever could read the old storage could read them.`,
        ]
      : []),
    ...(context.keepsSubscriptions
      ? []
      : [
          "Push subscriptions were not taken, because the web-push key is another one: people turn notifications on again.",
        ]),
    ...(ignored.length > 0 ? [`These collections were ignored: ${ignored.join(", ")}.`] : []),
    ...(problems.count > 0 ? [`What was not taken, or not as it was, is listed in ${path}:\n${listed}`] : []),
  ].join("\n\n");
}
