import { deserialize } from "bson";
import { type FileUse, fileUses } from "../../../src/domains/files/index.ts";
import type { ReadQueries } from "../../../src/platform/database/port.ts";
import type { ImportProblem } from "../../problems.ts";
import type { Frame } from "../dump/frame-documents.ts";
import { KnownRows, type Lookup } from "../known-rows.ts";
import type { TableName } from "../rows.ts";
import type { DocumentTarget, ImportStep, StoatContext } from "../step.ts";
import { fileIdOf, fileIdsIn } from "../values/file-references.ts";
import { type Document, LeftOut, Unusable } from "../values/values.ts";
import { describeRecord } from "./describe-record.ts";

export type AnyRow = Readonly<Record<string, string | number | null>>;

/** A file that an object of the page uses. */
export interface FileClaim {
  readonly id: string;
  readonly use: FileUse;
  readonly by: string;
}

/** What a page of documents becomes. */
export interface TakenPage {
  readonly rows: Map<TableName, AnyRow[]>;
  readonly claims: FileClaim[];
  /** Files that open reports keep, once for each report. */
  readonly kept: string[];
  readonly problems: ImportProblem[];
  taken: number;
  leftOut: number;
  refused: number;
}

interface NumberedDocument {
  readonly document: Document;
  readonly where: string;
  readonly lookups: readonly Lookup[];
}

/** The position of the first frame among the documents of its collection. */
export async function takeDocuments(
  step: ImportStep,
  { frames, first }: { readonly frames: readonly Frame[]; readonly first: number },
  {
    context,
    read,
  }: { readonly context: StoatContext; read<T>(work: (queries: ReadQueries) => Promise<T>): Promise<T> },
): Promise<TakenPage> {
  const page: TakenPage = {
    rows: new Map(),
    claims: [],
    kept: [],
    problems: [],
    taken: 0,
    leftOut: 0,
    refused: 0,
  };
  const refuse = (where: string, reason: string) => {
    page.refused += 1;
    page.problems.push({ problem: `Not taken: ${reason}`, where });
  };
  const documents = frames.flatMap((frame, index): NumberedDocument[] => {
    const number = first + index;
    try {
      const document = deserialize(frame.bytes, { useBigInt64: true });
      const where = describeRecord(step, document, number);
      return [{ document, where, lookups: step.lookups(document) }];
    } catch {
      refuse(describeRecord(step, {}, number), "it is no valid document");
      return [];
    }
  });
  const lookups = documents.flatMap((each) => each.lookups);
  const fileIds = documents.flatMap(({ document }) => [...fileIdsIn(document), ...ownId(document)]);
  const known = await read((queries) => KnownRows.load(queries, lookups, fileIds));
  for (const { document, where } of documents) {
    const part = newPart(known, where);
    try {
      step.take(document, part.target, context);
    } catch (error) {
      if (error instanceof LeftOut) page.leftOut += 1;
      else if (error instanceof Unusable) refuse(where, error.message);
      else throw error;
      continue;
    }
    page.taken += 1;
    for (const [table, row] of part.rows) {
      known.add(table, row);
      const rows = page.rows.get(table);
      if (rows) rows.push(row);
      else page.rows.set(table, [row]);
    }
    page.claims.push(...part.claims);
    page.kept.push(...part.kept);
    page.problems.push(...part.problems);
  }
  return page;
}

/** An emoji has the id of its file. */
function ownId(document: Document): string[] {
  return "parent" in document ? [fileIdOf(document) ?? []].flat() : [];
}

/** Collects what one document becomes, apart from that of others: if it fails, all of it is dropped. */
function newPart(known: KnownRows, where: string) {
  const rows: [TableName, AnyRow][] = [];
  const claims: FileClaim[] = [];
  const kept: string[] = [];
  const problems: ImportProblem[] = [];
  const note = (problem: string, detail?: string) =>
    void problems.push({ problem, where, ...(detail !== undefined && { detail }) });
  const target: DocumentTarget = {
    known,
    note,
    add: (table, row) => void rows.push([table, row as AnyRow]),
    keepFile: (id) => void kept.push(id),
    useFile(value, use, by) {
      const id = fileIdOf(value);
      if (id === undefined) return undefined;
      const file = known.file(id);
      if (file?.view.tag !== fileUses[use]) {
        note("A file is missing", id);
        return undefined;
      }
      if (file.usedAs === null) claims.push({ id, use, by });
      return file.view;
    },
  };
  return { target, rows, claims, kept, problems };
}
