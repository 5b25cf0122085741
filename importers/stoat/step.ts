import type { FileUse } from "../../src/domains/files/index.ts";
import type { Vault } from "../../src/platform/secrets/vault.ts";
import type { File } from "../../src/protocol/file.ts";
import type { KnownRows, Lookup } from "./known-rows.ts";
import type { RowOf, TableName } from "./rows.ts";
import type { Document } from "./values/values.ts";

/** What one document becomes. Nothing of it is stored if reading the document fails. */
export interface DocumentTarget {
  add<T extends TableName>(table: T, row: RowOf<T>): void;
  /** The file as its object contains it, or undefined if it was not taken. From then on, the object uses it. */
  useFile(value: unknown, use: FileUse, by: string): File | undefined;
  /** Keeps a file as evidence for an open report. */
  keepFile(id: string): void;
  /** Reports that a part of the document was not taken. */
  note(problem: string, detail?: string): void;
  readonly known: KnownRows;
}

/** What all steps of an import need. */
export interface StoatContext {
  readonly vault: Vault;
  /** The revision of Stoat's schema. */
  readonly revision: number;
  /** When the import began. */
  readonly now: number;
  /** Whether push subscriptions go on working, because the web-push key is that of the old instance. */
  readonly keepsSubscriptions: boolean;
}

/** Takes the documents of one collection. */
export interface ImportStep {
  readonly collection: string;
  /** Distinguishes the steps of one collection; the name of that by default. */
  readonly name?: string;
  /** What may exist already, and must be known to read the document. If it fails, the document is not valid. */
  lookups(document: Document): readonly Lookup[];
  take(document: Document, target: DocumentTarget, context: StoatContext): void;
}

export function nameOfStep({ name, collection }: ImportStep): string {
  return name ?? collection;
}
