import { sql } from "kysely";
import type { ReadQueries, WriteQueries } from "../../../src/platform/database/port.ts";
import {
  type UnfinishedCopyTables,
  unfinishedCopyTable,
} from "../../../src/platform/database/unfinished-copy.ts";
import type { ImportProblem } from "../../problems.ts";
import type { TableName } from "../rows.ts";

/** How far a step has come. It is stored in the transaction of each page, so a killed import loses and repeats nothing. */
export interface StepProgress {
  /** The documents that were read. */
  readonly documents: number;
  /** Where the next one begins in its file. */
  readonly offset: number;
  readonly taken: number;
  /** The documents that were left out on purpose. */
  readonly leftOut: number;
  /** The documents that could not be taken. */
  readonly refused: number;
  /** The rows that were added, by table; negative for rows that were removed again. */
  readonly rows: Readonly<Partial<Record<TableName, number>>>;
  /** The files that were encrypted with the key that Stoat publishes. */
  readonly withPublishedKey?: number;
  readonly isDone: boolean;
}

export const notBegun: StepProgress = {
  documents: 0,
  offset: 0,
  taken: 0,
  leftOut: 0,
  refused: 0,
  rows: {},
  isDone: false,
};

const stepKey = (name: string) => `step ${name}`;
const problemPrefix = "problem ";

export async function readStep(queries: ReadQueries, name: string): Promise<StepProgress> {
  const row = await queries
    .sql<UnfinishedCopyTables>()
    .selectFrom(unfinishedCopyTable)
    .select("value")
    .where("name", "=", stepKey(name))
    .executeTakeFirst();
  return row ? JSON.parse(row.value) : notBegun;
}

export async function saveStep(queries: WriteQueries, name: string, progress: StepProgress): Promise<void> {
  const value = JSON.stringify(progress);
  await queries
    .sql<UnfinishedCopyTables>()
    .insertInto(unfinishedCopyTable)
    .values({ name: stepKey(name), value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

/** Stores problems until the end of the import. `place` tells those of this page from all others. */
export async function saveProblems(
  queries: WriteQueries,
  place: string,
  problems: readonly ImportProblem[],
): Promise<void> {
  const rows = problems.map((problem, index) => ({
    name: `${problemPrefix}${place} ${String(index).padStart(6, "0")}`,
    value: JSON.stringify(problem),
  }));
  for (let at = 0; at < rows.length; at += 1_000)
    await queries
      .sql<UnfinishedCopyTables>()
      .insertInto(unfinishedCopyTable)
      .values(rows.slice(at, at + 1_000))
      .execute();
}

const pageSize = 1_000;

/** All problems so far, in the order in which they were found. */
export async function* readProblems(
  read: <T>(work: (queries: ReadQueries) => Promise<T>) => Promise<T>,
): AsyncGenerator<ImportProblem> {
  for (let after = problemPrefix; ; ) {
    const rows = await read((queries) =>
      queries
        .sql<UnfinishedCopyTables>()
        .selectFrom(unfinishedCopyTable)
        .selectAll()
        .where("name", ">", after)
        .where(sql<boolean>`substr(name, 1, ${sql.lit(problemPrefix.length)}) = ${problemPrefix}`)
        .orderBy("name")
        .limit(pageSize)
        .execute(),
    );
    yield* rows.map(({ value }): ImportProblem => JSON.parse(value));
    const last = rows[pageSize - 1];
    if (!last) return;
    after = last.name;
  }
}
