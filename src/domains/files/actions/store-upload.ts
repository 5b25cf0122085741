import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { ApiError, fail } from "../../../protocol/error.ts";
import type { Services } from "../../../store/services.ts";
import type { AnyTx, Reader } from "../../../store/tx.ts";
import { type FileTag, fileTags } from "../model.ts";
import { newBlobKey } from "../rules/blob-key.ts";
import { findStored, insertFile, insertStored, sumUnused } from "../store/stored-files.ts";
import type { StoredFileRow } from "../tables.ts";
import { examineUpload } from "./examine-upload.ts";
import type { Upload } from "./receive-upload.ts";

export interface UploadContext {
  readonly services: Services;
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  write<T>(work: (tx: AnyTx) => Promise<T>): Promise<T>;
}

interface NewFile {
  readonly upload: Upload;
  readonly tag: FileTag;
  readonly uploader: string;
  /** The most bytes that may be stored of it. */
  readonly max: number;
}

/** Makes a file of an upload, and returns its id. Content that is stored already is not stored again. */
export async function storeUpload(file: NewFile, context: UploadContext): Promise<string> {
  const { hash } = file.upload;
  if (await context.read((db) => findStored(db, hash))) {
    const id = await context.write(async (tx) => {
      const stored = await findStored(tx, hash);
      return stored && addFile(tx, file, stored);
    });
    // Undefined if the content was deleted between the two transactions.
    if (id !== undefined) return id;
  }
  const fresh = await storeContent(file, context);
  try {
    const id = await context.write(async (tx) => {
      const stored = await findStored(tx, hash);
      if (!stored) await insertStored(tx, fresh);
      return addFile(tx, file, stored ?? fresh);
    });
    await deleteUnused(fresh, context);
    return id;
  } catch (error) {
    // After any other failure the row may have been committed all the same; `files gc` finds out.
    if (error instanceof ApiError) await deleteUnused(fresh, context);
    throw error;
  }
}

async function addFile(
  tx: AnyTx,
  { upload, tag, uploader }: NewFile,
  stored: StoredFileRow,
): Promise<string> {
  assertTypeAllowed(stored.metadata, tag);
  const { ids, clock, config } = tx.services;
  const unused = await sumUnused(tx, uploader);
  if (unused + stored.size > config.files.max_unused_bytes) throw fail("InsufficientStorage");
  const id = tag === "emojis" ? ids.next() : randomBytes(32).toString("base64url").slice(0, 42);
  const { filename, hash } = upload;
  await insertFile(tx, { id, tag, filename, hash, uploader_id: uploader, uploaded_at: clock.now() });
  return id;
}

/** Deletes the blob if a concurrent upload stored the same content first, or the file was refused. */
async function deleteUnused(
  { hash, blob_key }: StoredFileRow,
  { services, read }: UploadContext,
): Promise<void> {
  try {
    const stored = await read((db) => findStored(db, hash));
    if (stored?.blob_key !== blob_key) await services.blobs.delete(blob_key);
  } catch (error) {
    services.log.warn({ err: error }, "an unused blob could not be deleted");
  }
}

async function storeContent(
  { upload, tag, max }: NewFile,
  { services }: UploadContext,
): Promise<StoredFileRow> {
  const { blobs, clock } = services;
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => rm(`${upload.path}.kept`, { force: true }));
  const { path, content_type, metadata } = await examineUpload(upload, services);
  const json = JSON.stringify(metadata);
  assertTypeAllowed(json, tag);
  // A re-encoded image can be larger than the upload.
  if (Bun.file(path).size > max) throw fail("FileTooLarge", { max });
  const stored_at = clock.now();
  const blob_key = newBlobKey(upload.hash, stored_at);
  const { size } = await blobs.put(blob_key, Bun.file(path));
  return { hash: upload.hash, blob_key, content_type, metadata: json, size, stored_at };
}

function assertTypeAllowed(metadata: string, tag: FileTag): void {
  if (fileTags[tag].imagesOnly && JSON.parse(metadata).type !== "Image") throw fail("FileTypeNotAllowed");
}

/** Whether a write failed because the disk or the quota is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT"].includes(String(error.code));
}
