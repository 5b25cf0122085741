import { open } from "node:fs/promises";
import { join } from "node:path";
import { blobColumns } from "../domains/files/index.ts";
import { type BlobDigest, DigestingStream, digestBlob } from "../platform/blobs/digest-blob.ts";
import type { Blobs } from "../platform/blobs/port.ts";
import { Semaphore } from "../platform/concurrency/semaphore.ts";
import type { TarWriter } from "../platform/tar/write-tar.ts";
import { memberNames, parseMember } from "./archive-format.ts";
import { findIntact, putEncrypted } from "./encryption/encrypted-files.ts";
import type { Encryption } from "./encryption/encryption.ts";
import type { EarlierFiles, ListedFile } from "./file-list.ts";
import { readCompressed } from "./lines.ts";
import { tablePath, type WrittenTables } from "./write-tables.ts";

/** A storage that archives share, and what is known about it. */
interface SharedStore {
  readonly store: Blobs;
  /** Undefined: files are stored as they are. */
  readonly encryption: Encryption | undefined;
  readonly earlier: EarlierFiles;
  /** Whether to read a file that was stored earlier again. */
  readonly isRechecked: (key: string) => boolean;
}

export interface CopyFilesOptions {
  readonly blobs: Blobs;
  /** The folder of the tables that were written. */
  readonly folder: string;
  /** Where the files go: into a storage, unless it already has them, or into the archive. */
  readonly to: SharedStore | { readonly tar: TarWriter };
  readonly progress: (line: string) => void;
}

/** A file of a backup: as it is, and as it is stored next to the archive. These are the same unless it is encrypted. */
export interface CopiedFile {
  readonly file: ListedFile;
  readonly stored: ListedFile;
}

export interface CopiedFiles {
  count: number;
  bytes: number;
  /** How many were copied because the storage did not have them. */
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
 * Copies the files that the written tables name, and yields them. A file that is deleted after the tables
 * were written may be gone: its line says so, and a server on the restored database responds as for a deleted file.
 */
export async function* copyFiles(
  { tables }: WrittenTables,
  options: CopyFilesOptions,
  copied: CopiedFiles,
): AsyncGenerator<CopiedFile[]> {
  const { folder, to, progress } = options;
  const slots = new Semaphore("tar" in to ? 1 : concurrency);
  for await (const page of storedBlobs(tables, folder)) {
    const copies: Promise<CopiedFile>[] = [];
    for (const blob of page) {
      const earlier = "store" in to ? await to.earlier.find(blob.key) : undefined;
      copies.push(slots.run(() => copyFile(blob, earlier, options, copied)));
    }
    const listed = await Promise.all(copies);
    for (const { file } of listed) if (file.sha256 !== null) copied.bytes += file.size;
    copied.count += listed.length;
    progress(`Files: ${copied.count}, of which ${copied.copied} were copied`);
    yield listed;
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
  known: ListedFile,
  earlier: ListedFile | undefined,
  options: CopyFilesOptions,
  copied: CopiedFiles,
): Promise<CopiedFile> {
  const { blobs, folder, to } = options;
  const { key, size } = known;
  const before = "store" in to && earlier && earlier.sha256 !== null ? earlier : undefined;
  const intact = "store" in to && before && (await findStored(before, to));
  if (intact) return { file: to.encryption ? await describeFile(known, blobs) : intact, stored: intact };
  const found = await copyContent(blobs, key, async (content) => {
    if (!("store" in to))
      await addToTar(to.tar, memberNames.file(key), { content, path: join(folder, "file") });
    else if (!to.encryption) await to.store.put(key, content);
    else return (await putEncrypted(key, content, { store: to.store, encryption: to.encryption })).stored;
    return undefined;
  });
  if (!found) {
    copied.missing.push(key);
    const missing = { key, size, sha256: null };
    return { file: missing, stored: missing };
  }
  copied.copied += 1;
  if (before) copied.replaced.push(key);
  const { read, stored } = found;
  // The digest of what is encrypted says nothing about the content.
  const isEncrypted = "store" in to && to.encryption !== undefined;
  const expected = known.sha256 ?? (isEncrypted ? undefined : before?.sha256) ?? read.sha256;
  if (read.size !== size || read.sha256 !== expected) copied.damaged.push(key);
  return { file: { key, ...read }, stored: { key, ...(stored ?? read) } };
}

/** A file that was stored earlier, if it is still there. */
async function findStored(file: ListedFile, to: SharedStore): Promise<ListedFile | undefined> {
  const { store, encryption, isRechecked } = to;
  if ((await store.size(file.key)) !== file.size) return undefined;
  if (!isRechecked(file.key)) return file;
  if (encryption) return findIntact(store, file);
  return (await digestBlob(store, file.key))?.sha256 === file.sha256 ? file : undefined;
}

/** Describes a file that was encrypted earlier from the original, because the server may be unable to decrypt it. */
async function describeFile(known: ListedFile, blobs: Blobs): Promise<ListedFile> {
  if (known.sha256 !== null) return known;
  return { ...known, sha256: (await digestBlob(blobs, known.key))?.sha256 ?? null };
}

/** Undefined if there is no such blob, or it is deleted while it is read. */
async function copyContent(
  blobs: Blobs,
  key: string,
  copy: (content: ReadableStream<Uint8Array>) => Promise<BlobDigest | undefined>,
): Promise<{ readonly read: BlobDigest; readonly stored: BlobDigest | undefined } | undefined> {
  const content = await blobs.get(key);
  if (!content) return undefined;
  const digesting = new DigestingStream();
  try {
    const stored = await copy(content.pipeThrough(digesting));
    return { read: digesting.result(), stored };
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
