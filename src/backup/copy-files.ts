import { open } from "node:fs/promises";
import { join } from "node:path";
import { blobColumns } from "../domains/files/index.ts";
import { type BlobDigest, DigestingStream, digestBlob } from "../platform/blobs/digest-blob.ts";
import type { Blobs } from "../platform/blobs/port.ts";
import { Semaphore } from "../platform/semaphore.ts";
import { memberNames, parseMember } from "./archive-format.ts";
import { type EarlierFiles, fileLine, type ListedFile } from "./file-list.ts";
import { readCompressed } from "./lines.ts";
import type { TarWriter } from "./tar-file.ts";
import { tablePath, type WrittenTables } from "./write-tables.ts";

export interface CopyFilesOptions {
  readonly blobs: Blobs;
  /** The folder of the tables that were written. */
  readonly folder: string;
  /** Where the files go: into a storage, if it has them not yet, or into the archive. */
  readonly to:
    | {
        readonly store: Blobs;
        readonly earlier: EarlierFiles;
        /** Whether to read a file that was stored earlier again. */
        readonly isRechecked: (key: string) => boolean;
      }
    | { readonly tar: TarWriter };
  readonly progress: (line: string) => void;
}

export interface CopiedFiles {
  count: number;
  bytes: number;
  /** How many were copied, because the storage had them not. */
  copied: number;
  /** Files that were deleted since the database was read, or that the storage has lost. */
  readonly missing: string[];
  /** Files of another size or digest than the database says, or of another content than an earlier backup had. */
  readonly damaged: string[];
  /** Files that were copied again, because what an earlier backup had stored was damaged. */
  readonly replaced: string[];
}

const concurrency = 4;

/**
 * Copies the files that the written tables name, and yields the list of them. A file that is deleted after the tables
 * were written may be gone: its line says so, and a server on the restored database responds as for a deleted file.
 */
export async function* copyFiles(
  { tables }: WrittenTables,
  options: CopyFilesOptions,
  copied: CopiedFiles,
): AsyncGenerator<string> {
  const { folder, to, progress } = options;
  const slots = new Semaphore("tar" in to ? 1 : concurrency);
  for await (const page of storedBlobs(tables, folder)) {
    const copies: Promise<ListedFile>[] = [];
    for (const blob of page) {
      const earlier = "store" in to ? await to.earlier.find(blob.key) : undefined;
      copies.push(slots.run(() => copyFile(blob, earlier, options, copied)));
    }
    const listed = await Promise.all(copies);
    for (const { size, sha256 } of listed) if (sha256 !== null) copied.bytes += size;
    copied.count += listed.length;
    progress(`Files: ${copied.count}, of which ${copied.copied} were copied`);
    yield listed.map(fileLine).join("");
  }
}

/** The blobs that the written rows name, in the order of their keys. The digest of some is unknown. */
async function* storedBlobs(tables: WrittenTables["tables"], folder: string): AsyncGenerator<ListedFile[]> {
  const columns = tables.find(({ name }) => name === blobColumns.table)?.columns ?? [];
  const [key = -1, size = -1, sha256 = -1] = [blobColumns.key, blobColumns.size, blobColumns.sha256].map(
    (name) => columns.indexOf(name),
  );
  if (key < 0 || size < 0) return;
  for await (const lines of readCompressed(Bun.file(tablePath(folder, blobColumns.table)).stream()))
    yield lines.map((line) => {
      const row = parseMember(line) as (string | null)[];
      return { key: row[key] ?? "", size: Number(row[size]), sha256: row[sha256] ?? null };
    });
}

async function copyFile(
  { key, size, sha256 }: ListedFile,
  earlier: ListedFile | undefined,
  { blobs, folder, to }: CopyFilesOptions,
  copied: CopiedFiles,
): Promise<ListedFile> {
  const stored = "store" in to && earlier && earlier.sha256 !== null ? earlier : undefined;
  if ("store" in to && stored && (await isIntact(stored, to))) return stored;
  const found = await copyContent(blobs, key, async (content) => {
    if ("store" in to) await to.store.put(key, content);
    else await addToTar(to.tar, memberNames.file(key), { content, path: join(folder, "file") });
  });
  if (!found) {
    copied.missing.push(key);
    return { key, size, sha256: null };
  }
  copied.copied += 1;
  if (stored) copied.replaced.push(key);
  const expected = sha256 ?? stored?.sha256 ?? found.sha256;
  if (found.size !== size || found.sha256 !== expected) copied.damaged.push(key);
  return { key, ...found };
}

async function isIntact(
  { key, size, sha256 }: ListedFile,
  { store, isRechecked }: Exclude<CopyFilesOptions["to"], { tar: TarWriter }>,
): Promise<boolean> {
  if ((await store.size(key)) !== size) return false;
  return !isRechecked(key) || (await digestBlob(store, key))?.sha256 === sha256;
}

/** Undefined if there is no such blob, or it is deleted while it is read. */
async function copyContent(
  blobs: Blobs,
  key: string,
  copy: (content: ReadableStream<Uint8Array>) => Promise<void>,
): Promise<BlobDigest | undefined> {
  const content = await blobs.get(key);
  if (!content) return undefined;
  const digesting = new DigestingStream();
  try {
    await copy(content.pipeThrough(digesting));
    return digesting.result();
  } catch (error) {
    if ((await blobs.size(key)) === undefined) return undefined;
    throw error;
  }
}

/** A member's size comes before it, so the content is in a file first: it may turn out to be shorter than it was. */
async function addToTar(
  tar: TarWriter,
  name: string,
  { content, path }: { readonly content: ReadableStream<Uint8Array>; readonly path: string },
): Promise<void> {
  {
    await using file = await open(path, "w", 0o600);
    for await (const chunk of content) await file.writeFile(chunk);
  }
  await tar.add(name, Bun.file(path));
}
