import type { Config } from "../config/schema.ts";
import { CommandError } from "../declare/command.ts";
import { DigestingStream, digestBlob } from "../platform/blobs/digest-blob.ts";
import type { Blobs } from "../platform/blobs/port.ts";
import { Semaphore } from "../platform/concurrency/semaphore.ts";
import type { Database } from "../platform/database/port.ts";
import { damaged } from "./archive-format.ts";
import type { ArchiveSource } from "./archive-source.ts";
import { type ListedFile, readFileList } from "./file-list.ts";
import { readCompressed } from "./lines.ts";
import { insertRows, isDataError } from "./rows/insert-rows.ts";
import type { CopiedTable } from "./rows/plan.ts";
import { largePage, type TextRow } from "./rows/read-rows.ts";
import { assertDerived, digestTable } from "./rows/row-digest.ts";
import type { ArchivedSecrets } from "./sealed-secrets.ts";
import { readMembers, skip } from "./tar-file.ts";
import { readRow, type VerifiedArchive } from "./verify.ts";

export interface RestoreOptions {
  /** With the address of the database to restore into. */
  readonly config: Config;
  readonly archive: ArchiveSource;
  readonly verified: VerifiedArchive;
  /** Undefined if the operator chose to continue without them. */
  readonly secrets: ArchivedSecrets | undefined;
  readonly progress: (line: string) => void;
  /** Throws once another process has the database. */
  readonly assertLocked: () => void;
}

export interface RestoredTable {
  readonly [key: string]: string | number | boolean;
  readonly table: string;
  readonly rows: number;
  readonly verified: boolean;
}

interface RestoreTarget extends RestoreOptions {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly tables: readonly CopiedTable[];
}

const concurrency = 4;

/** Restores rows and files, and compares every row with what the archive says. */
export async function restoreContents(target: RestoreTarget): Promise<RestoredTable[]> {
  const { archive, blobs, tables, verified } = target;
  const damagedKeys = new Set(verified.damagedFiles.map(({ key }) => key));
  const isDamaged = (key: string) => damagedKeys.has(key);
  for await (const { name, kind, body } of readMembers(archive.name, await archive.open())) {
    const table = tables.find((each) => `tables/${each.name}.jsonl.gz` === name);
    if (table) await restoreTable(target, table, body);
    else if (kind === "file" && !isDamaged(name.slice("files/".length)))
      await blobs.put(name.slice("files/".length), body);
    else if (kind === "files" && archive.files)
      await restoreFiles(target, { from: archive.files, isDamaged }, body);
    else await skip(body);
  }
  return verifyTables(target);
}

async function restoreTable(
  { archive, database, progress, assertLocked }: RestoreTarget,
  table: CopiedTable,
  compressed: ReadableStream<Uint8Array>,
): Promise<void> {
  let [done, bytes, page] = [0, 0, [] as TextRow[]];
  const insert = async () => {
    assertLocked();
    const rows = page;
    [bytes, page] = [0, []];
    if (rows.length === 0) return;
    await database
      .write((queries) => insertRows(queries, table, rows), { isLong: true })
      .catch((error) => {
        if (!isDataError(error)) throw error;
        throw new CommandError(`${table.name} holds a value that PostgreSQL cannot store: ${error.message}.`);
      });
    done += rows.length;
    progress(`Restoring ${table.name}: ${done} rows`);
  };
  for await (const lines of readCompressed(compressed)) {
    for (const line of lines) {
      page.push(toRow(table, readRow(line) ?? [], archive.name));
      bytes += line.length;
      if (page.length >= largePage.rows || bytes >= largePage.bytes) await insert();
    }
  }
  await insert();
}

function toRow({ name, columns }: CopiedTable, values: readonly (string | null)[], archive: string): TextRow {
  const isWrong = ({ type }: CopiedTable["columns"][number], index: number) =>
    type !== "text" && !/^-?\d{1,19}$/.test(values[index] ?? "0");
  if (values.length !== columns.length || columns.some(isWrong))
    throw damaged(archive, `a row of ${name} does not fit its table`);
  return Object.fromEntries(columns.map((column, index) => [column.name, values[index] ?? null]));
}

/** Copies the files next to the archive. A blob that exists and is equal is kept. */
async function restoreFiles(
  { archive, blobs, progress, assertLocked }: RestoreTarget,
  { from, isDamaged }: { readonly from: Pick<Blobs, "get">; readonly isDamaged: (key: string) => boolean },
  list: ReadableStream<Uint8Array>,
): Promise<void> {
  const slots = new Semaphore(concurrency);
  let count = 0;
  for await (const page of readFileList(archive.name, list)) {
    assertLocked();
    const intact = page.filter(({ key }) => !isDamaged(key));
    await Promise.all(intact.map((file) => slots.run(() => restoreFile(from, blobs, file, archive.name))));
    count += page.length;
    progress(`Restoring files: ${count}`);
  }
}

async function restoreFile(
  from: Pick<Blobs, "get">,
  to: Blobs,
  file: ListedFile,
  archive: string,
): Promise<void> {
  const { key, size, sha256 } = file;
  if (sha256 === null) return;
  if ((await to.size(key)) === size && (await digestBlob(to, key))?.sha256 === sha256) return;
  const content = await from.get(key);
  const digesting = new DigestingStream();
  if (content) await to.put(key, content.pipeThrough(digesting));
  if (!content || digesting.result().sha256 !== sha256) throw damaged(archive, `the file ${key} has changed`);
}

async function verifyTables({
  database,
  tables,
  verified,
  progress,
  assertLocked,
}: RestoreTarget): Promise<RestoredTable[]> {
  const restored: RestoredTable[] = [];
  for (const table of tables) {
    const expected = verified.manifest.tables.find(({ name }) => name === table.name);
    const onPage = (rows: number) => {
      assertLocked();
      progress(`Verifying ${table.name}: ${rows} rows`);
    };
    const { rows, digest } = await database.read((queries) => digestTable(queries, table, onPage));
    await assertDerived(database, table);
    if (rows !== expected?.rows || digest !== expected.digest)
      throw new CommandError(
        `The restored rows of ${table.name} differ from the backup. Another program may have written to the database. Run this command again.`,
      );
    restored.push({ table: table.name, rows, verified: true });
  }
  return restored;
}
