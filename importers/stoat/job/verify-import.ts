import { sql } from "kysely";
import { CommandError } from "../../../src/declare/command.ts";
import type { Database } from "../../../src/platform/database/port.ts";
import type { DumpSurvey } from "../dump/survey.ts";
import { copyingStep } from "../files/copy-contents.ts";
import type { TableName } from "../rows.ts";
import { type ImportStep, nameOfStep } from "../step.ts";
import { permissionsStep } from "./preserve-permissions.ts";
import { readStep, type StepProgress } from "./step-progress.ts";
import { fileSteps, steps } from "./steps.ts";

/** The outcome for one collection. */
interface CollectionReport {
  readonly [column: string]: string | number | boolean;
  readonly collection: string;
  /** In the dump. */
  readonly documents: number;
  readonly taken: number;
  readonly left_out: number;
  readonly not_taken: number;
  readonly verified: boolean;
}

const otherSteps = [copyingStep, permissionsStep, "unused contents", "derived rows"];

/**
 * Counts both sides: every document of the dump was taken, left out or reported, and every table has as many rows as the
 * documents became.
 */
export async function verifyImport(database: Database, survey: DumpSurvey): Promise<CollectionReport[]> {
  const all = [...fileSteps, ...steps];
  const progress = new Map<string, StepProgress>();
  for (const name of [...all.map(nameOfStep), ...otherSteps])
    progress.set(name, await database.read((queries) => readStep(queries, name)));
  const wrongTables = await findWrongTables(database, [...progress.values()]);
  if (wrongTables.length > 0)
    throw new CommandError(
      `The numbers of rows are wrong in ${wrongTables.join(", ")}. Another program may have written to the database. Use an empty one, and run this command again.`,
    );
  return all.map((step) => reportOn(step, progress, survey));
}

function reportOn(
  step: ImportStep,
  progress: ReadonlyMap<string, StepProgress>,
  survey: DumpSurvey,
): CollectionReport {
  const collection = nameOfStep(step);
  const at = progress.get(collection);
  if (!at) throw new Error(`no step took ${collection}`);
  const documents = survey.documents.get(step.collection) ?? 0;
  const { taken, leftOut: left_out, refused: not_taken } = at;
  if (taken + left_out + not_taken !== documents)
    throw new CommandError(
      `${collection} has ${documents} documents, of which ${taken + left_out + not_taken} were read. The dump has changed: run this command again with an empty database.`,
    );
  return { collection, documents, taken, left_out, not_taken, verified: true };
}

async function findWrongTables(database: Database, progress: readonly StepProgress[]): Promise<string[]> {
  const expected = new Map<TableName, number>();
  for (const { rows } of progress)
    for (const [table, count] of Object.entries(rows) as [TableName, number][])
      expected.set(table, (expected.get(table) ?? 0) + count);
  const wrong: string[] = [];
  for (const [table, count] of expected) {
    const found = await database.read((queries) =>
      queries
        .sql<Record<string, object>>()
        .selectFrom(table)
        .select(sql<number | string>`count(*)`.as("count"))
        .executeTakeFirstOrThrow(),
    );
    if (Number(found.count) !== count) wrong.push(`${table} (${found.count} instead of ${count})`);
  }
  return wrong;
}
