import type { CopiedTable } from "../../../src/backup/rows/plan.ts";
import type { Database } from "../../../src/platform/database/port.ts";
import type { Progress } from "../../progress.ts";
import type { Frame } from "../dump/frame-documents.ts";
import { type DumpedCollection, readCollection } from "../dump/open-dump.ts";
import { type ImportStep, nameOfStep, type StoatContext } from "../step.ts";
import { describeRecord } from "./describe-record.ts";
import { readStep, type StepProgress, saveStep } from "./step-progress.ts";
import { isRefusal, storePage } from "./store-page.ts";
import { type TakenPage, takeDocuments } from "./take-documents.ts";

export interface StepRun {
  readonly database: Database;
  readonly tables: readonly CopiedTable[];
  readonly context: StoatContext;
  readonly progress: Progress;
  /** Throws once another process has the database. */
  assertLocked(): void;
}

/** As much as one transaction takes. */
interface PageLimits {
  readonly documents: number;
  readonly bytes: number;
}

const defaultLimits: PageLimits = { documents: 500, bytes: 4 * 1024 * 1024 };

/** Takes the rest of a collection. */
export async function runStep(step: ImportStep, collection: DumpedCollection, run: StepRun): Promise<void> {
  const name = nameOfStep(step);
  let at = await run.database.read((queries) => readStep(queries, name));
  if (at.isDone) return;
  for await (const frames of readPages(collection, at)) {
    at = await takeFrames(step, frames, { run, at });
    run.progress.advance(bytesOf(frames), frames.length);
  }
  await run.database.write((queries) => saveStep(queries, name, { ...at, isDone: true }));
}

/** Takes documents in one transaction. If the database refuses one of them, in several, without the refused one. */
async function takeFrames(
  step: ImportStep,
  frames: readonly Frame[],
  { run, at }: { readonly run: StepRun; readonly at: StepProgress },
): Promise<StepProgress> {
  const { database, tables, context } = run;
  run.assertLocked();
  const read: Database["read"] = (work) => database.read(work);
  const page = await takeDocuments(step, { frames, first: at.documents }, { context, read });
  const progress = progressAfter(at, frames, page);
  try {
    await storePage(database, tables, { page, step: { name: nameOfStep(step), progress } });
    return progress;
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  if (frames.length === 1) {
    const refused = refusedPage(describeRecord(step, {}, at.documents));
    const next = progressAfter(at, frames, refused);
    await storePage(database, tables, { page: refused, step: { name: nameOfStep(step), progress: next } });
    return next;
  }
  const middle = Math.ceil(frames.length / 2);
  const half = await takeFrames(step, frames.slice(0, middle), { run, at });
  return takeFrames(step, frames.slice(middle), { run, at: half });
}

function refusedPage(where: string): TakenPage {
  const problems = [{ problem: "Not taken: the database refuses a value in it", where }];
  return { rows: new Map(), claims: [], kept: [], problems, taken: 0, leftOut: 0, refused: 1 };
}

function progressAfter(at: StepProgress, frames: readonly Frame[], page: TakenPage): StepProgress {
  const rows = { ...at.rows };
  for (const [table, added] of page.rows) rows[table] = (rows[table] ?? 0) + added.length;
  const last = frames.at(-1);
  return {
    documents: at.documents + frames.length,
    offset: last ? last.offset + last.bytes.length : at.offset,
    taken: at.taken + page.taken,
    leftOut: at.leftOut + page.leftOut,
    refused: at.refused + page.refused,
    rows,
    isDone: false,
  };
}

export function bytesOf(frames: readonly Frame[]): number {
  return frames.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** The documents from where a step has come to, in pages of bounded size. A compressed file is read again up to there. */
export async function* readPages(
  collection: DumpedCollection,
  { documents, offset }: Pick<StepProgress, "documents" | "offset">,
  limits: PageLimits = defaultLimits,
): AsyncGenerator<Frame[]> {
  let skipped = collection.isCompressed ? documents : 0;
  let page: Frame[] = [];
  let bytes = 0;
  for await (const frames of readCollection(collection, collection.isCompressed ? 0 : offset))
    for (const frame of frames) {
      if (skipped > 0) {
        skipped -= 1;
        continue;
      }
      page.push(frame);
      bytes += frame.bytes.length;
      if (page.length < limits.documents && bytes < limits.bytes) continue;
      yield page;
      [page, bytes] = [[], 0];
    }
  if (page.length > 0) yield page;
}
