import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { ApiError, fail } from "../../../declare/error.ts";
import type { Services } from "../../../declare/services.ts";
import type { AnyTx, Reader } from "../../../declare/tx.ts";
import { digestContent } from "../../../platform/blobs/digest-blob.ts";
import { deleteBlobs } from "../jobs.ts";
import { type FileTag, fileTags } from "../model.ts";
import { BotOwnerOf } from "../queries.ts";
import { newBlobKey } from "../rules/blob-key.ts";
import { contentHash, isRewritten } from "../rules/content-hash.ts";
import { exceededQuota } from "../rules/quota.ts";
import { findStored, insertFile, insertStored } from "../store/stored-files.ts";
import { addUploaded, readUsage } from "../store/usage.ts";
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
  /** The user whose quota it counts towards; for a bot, that of its owner. */
  readonly chargedTo: string;
  /** The most bytes that may be stored of it. */
  readonly max: number;
}

/**
 * Makes a file of an upload, and returns its id. Content that is stored already is processed and stored like any
 * other, and then dropped by a job: neither the response nor its timing reveals to the uploader that somebody uploaded
 * the same bytes.
 */
export async function storeUpload(file: NewFile, context: UploadContext): Promise<string> {
  // A user whose quota is used up cannot make the server process files.
  await context.read(async (db) => assertRoom(db, await quotaOwner(db, file.chargedTo), 1));
  const fresh = await storeContent(file, context);
  try {
    return await context.write(async (tx) => {
      const stored = await findStored(tx, fresh.hash);
      if (stored) await tx.enqueue(deleteBlobs, { keys: [fresh.blob_key] });
      else await insertStored(tx, fresh);
      return addFile(tx, file, stored ?? fresh);
    });
  } catch (error) {
    // After any other failure the row may have been committed nevertheless; `files gc` finds out.
    if (error instanceof ApiError) await deleteRefused(fresh, context.services);
    throw error;
  }
}

async function addFile(
  tx: AnyTx,
  { upload: { filename }, tag, uploader: uploader_id, chargedTo }: NewFile,
  { hash, size }: StoredFileRow,
): Promise<string> {
  const { ids, clock } = tx.services;
  const charged_to = await quotaOwner(tx, chargedTo);
  await assertRoom(tx, charged_to, size);
  await addUploaded(tx, charged_to, size);
  const id = tag === "emojis" ? ids.next() : randomBytes(32).toString("base64url").slice(0, 42);
  await insertFile(tx, { id, tag, filename, hash, uploader_id, charged_to, uploaded_at: clock.now() });
  return id;
}

/** Throws unless the quotas of the user have room for this many bytes. */
async function assertRoom(db: Reader, userId: string, size: number): Promise<void> {
  const { files: limits } = db.services.config;
  const usage = await readUsage(db, userId);
  if (usage.unused + size > limits.max_unused_bytes) throw fail("InsufficientStorage");
  const exceeded = exceededQuota(usage, size, limits);
  if (exceeded) throw fail("StorageQuotaExceeded", exceeded);
}

async function quotaOwner(db: Reader, userId: string): Promise<string> {
  const [owner] = await db.query(BotOwnerOf, { userId });
  return owner ?? userId;
}

async function deleteRefused({ blob_key }: StoredFileRow, { blobs, log }: Services): Promise<void> {
  try {
    await blobs.delete(blob_key);
  } catch (error) {
    log.warn({ err: error }, "an unused blob could not be deleted");
  }
}

/** Stores the bytes of an upload; the caller inserts the row. */
export async function storeContent(
  {
    upload,
    tag,
    max,
    isProcessed,
  }: Pick<NewFile, "upload" | "tag" | "max"> & { readonly isProcessed?: boolean },
  { services }: Pick<UploadContext, "services">,
): Promise<StoredFileRow> {
  const { blobs, clock } = services;
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => rm(`${upload.path}.kept`, { force: true }));
  const { path, content_type, metadata } = await examineUpload(upload, services, isProcessed);
  if (fileTags[tag].imagesOnly && metadata.type !== "Image") throw fail("FileTypeNotAllowed");
  // A re-encoded image can be larger than the upload.
  if (Bun.file(path).size > max) throw fail("FileTooLarge", { max });
  const stored_at = clock.now();
  const hash = contentHash(upload.hash, content_type);
  const blob_key = newBlobKey(hash, stored_at);
  // Before it is stored, so that a storage that stores something else can be detected.
  const sha256 = isRewritten(content_type)
    ? (await digestContent(Bun.file(path).stream())).sha256
    : upload.hash;
  const { size } = await blobs.put(blob_key, Bun.file(path));
  return { hash, blob_key, content_type, metadata: JSON.stringify(metadata), size, stored_at, sha256 };
}
