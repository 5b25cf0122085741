import { deserialize } from "bson";
import type { FilesTables } from "../../../src/domains/files/index.ts";
import type { Blobs } from "../../../src/platform/blobs/port.ts";
import { Semaphore } from "../../../src/platform/concurrency/semaphore.ts";
import type { ReadQueries, WriteQueries } from "../../../src/platform/database/port.ts";
import type { ImportProblem } from "../../problems.ts";
import { storedHash } from "../collections/files.ts";
import type { Frame } from "../dump/frame-documents.ts";
import type { DumpedCollection } from "../dump/open-dump.ts";
import { bytesOf, readPages, type StepRun } from "../job/run-step.ts";
import { readStep, saveProblems, saveStep } from "../job/step-progress.ts";
import { type Document, Unusable } from "../values/values.ts";
import { type KeyName, objectOf, type ReadingOptions, readObject } from "./read-object.ts";

export const copyingStep = "contents of files";

export interface CopyOptions extends ReadingOptions {
  readonly blobs: Blobs;
}

interface CopiedContent {
  readonly hash: string;
  readonly size: number;
  readonly sha256: string;
  readonly key: KeyName | undefined;
}

interface LostContent {
  readonly hash: string;
  readonly reason: string;
}

const pageLimits = { documents: 64, bytes: 1024 * 1024 };
const concurrency = 4;

/** Copies the contents of all files that were taken into the storage, decrypted. Those that are there are skipped. */
export async function copyContents(
  collection: DumpedCollection,
  run: StepRun,
  options: CopyOptions,
): Promise<void> {
  const { database } = run;
  let at = await database.read((queries) => readStep(queries, copyingStep));
  if (at.isDone) return;
  for await (const frames of readPages(collection, at, pageLimits)) {
    run.assertLocked();
    const { copied, lost } = await copyPage(frames, run, options);
    const last = frames.at(-1);
    const documents = at.documents + frames.length;
    at = await database.write(
      async (queries) => {
        for (const { hash, size, sha256 } of copied)
          await queries
            .sql<FilesTables>()
            .updateTable("stored_files")
            .set({ size, sha256 })
            .where("hash", "=", hash)
            .execute();
        const { problems, files } = await dropLost(queries, lost);
        const rows = {
          files: (at.rows.files ?? 0) - files,
          stored_files: (at.rows.stored_files ?? 0) - lost.length,
        };
        const offset = last ? last.offset + last.bytes.length : at.offset;
        const published = copied.filter(({ key }) => key === "published").length;
        const next = {
          ...at,
          documents,
          offset,
          rows,
          taken: at.taken + copied.length,
          withPublishedKey: (at.withPublishedKey ?? 0) + published,
        };
        await saveProblems(queries, `${copyingStep} ${documents}`, problems);
        await saveStep(queries, copyingStep, next);
        return next;
      },
      { isLong: true },
    );
    run.progress.advance(bytesOf(frames), copied.length);
  }
  await database.write((queries) => saveStep(queries, copyingStep, { ...at, isDone: true }));
}

async function copyPage(
  frames: readonly Frame[],
  { database }: StepRun,
  options: CopyOptions,
): Promise<{ copied: CopiedContent[]; lost: LostContent[] }> {
  const documents = frames.flatMap(({ bytes }): Document[] => {
    try {
      return [deserialize(bytes, { useBigInt64: true })];
    } catch {
      return [];
    }
  });
  const byHash = new Map(documents.map((document) => [storedHash(document._id), document]));
  const waiting = await database.read((queries) => listUncopied(queries, [...byHash.keys()]));
  const slots = new Semaphore(concurrency);
  const [copied, lost]: [CopiedContent[], LostContent[]] = [[], []];
  await Promise.all(
    waiting.map(({ hash, blob_key }) =>
      slots.run(async () => {
        try {
          const put = (content: ReadableStream<Uint8Array>) => options.blobs.put(blob_key, content);
          const { digest, key } = await readObject(objectOf(byHash.get(hash) ?? {}), options, put);
          copied.push({ hash, ...digest, key });
        } catch (error) {
          if (!(error instanceof Unusable)) throw error;
          lost.push({ hash, reason: error.message });
        }
      }),
    ),
  );
  return { copied, lost };
}

function listUncopied(queries: ReadQueries, hashes: readonly string[]) {
  return queries
    .sql<FilesTables>()
    .selectFrom("stored_files")
    .select(["hash", "blob_key"])
    .where("hash", "in", hashes)
    .where("sha256", "is", null)
    .execute();
}

/** Files without content are no files. Each is reported. */
async function dropLost(
  queries: WriteQueries,
  lost: readonly LostContent[],
): Promise<{ problems: ImportProblem[]; files: number }> {
  const db = queries.sql<FilesTables>();
  const problems: ImportProblem[] = [];
  for (const { hash, reason } of lost) {
    const removed = await db.deleteFrom("files").where("hash", "=", hash).returning("id").execute();
    await db.deleteFrom("stored_files").where("hash", "=", hash).execute();
    for (const { id } of removed)
      problems.push({ problem: `Not taken: ${reason}`, where: `attachments ${id}` });
  }
  return { problems, files: problems.length };
}
