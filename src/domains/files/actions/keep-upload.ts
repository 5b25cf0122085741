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

interface House {
  readonly services: Services;
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  write<T>(work: (tx: AnyTx) => Promise<T>): Promise<T>;
}

interface Wish {
  readonly upload: Upload;
  readonly tag: FileTag;
  readonly uploader: string;
  /** Bytes that may be kept of it. */
  readonly max: number;
}

/** Makes a file of an upload, and returns its id. What was uploaded before is not stored again. */
export async function keepUpload(wish: Wish, house: House): Promise<string> {
  const { hash } = wish.upload;
  if (await house.read((db) => findStored(db, hash))) {
    const id = await house.write(async (tx) => {
      const known = await findStored(tx, hash);
      return known && addFile(tx, wish, known);
    });
    // It may have been removed in between.
    if (id !== undefined) return id;
  }
  const fresh = await storeContent(wish, house);
  try {
    const id = await house.write(async (tx) => {
      const known = await findStored(tx, hash);
      if (!known) await insertStored(tx, fresh);
      return addFile(tx, wish, known ?? fresh);
    });
    await discardUnused(fresh, house);
    return id;
  } catch (error) {
    // Of any other failure one cannot know whether the row is there after all; then `files gc` will see.
    if (error instanceof ApiError) await discardUnused(fresh, house);
    throw error;
  }
}

async function addFile(tx: AnyTx, { upload, tag, uploader }: Wish, stored: StoredFileRow): Promise<string> {
  assertFits(stored.metadata, tag);
  const { ids, clock, config } = tx.services;
  const unused = await sumUnused(tx, uploader);
  if (unused + stored.size > config.files.max_unused_bytes) throw fail("InsufficientStorage");
  const id = tag === "emojis" ? ids.next() : randomBytes(32).toString("base64url").slice(0, 42);
  const { filename, hash } = upload;
  await insertFile(tx, { id, tag, filename, hash, uploader_id: uploader, uploaded_at: clock.now() });
  return id;
}

/** Somebody else was quicker with the same content, or it was refused. */
async function discardUnused({ hash, blob_key }: StoredFileRow, { services, read }: House): Promise<void> {
  try {
    const found = await read((db) => findStored(db, hash));
    if (found?.blob_key !== blob_key) await services.blobs.delete(blob_key);
  } catch (error) {
    services.log.warn({ err: error }, "a blob that nothing uses was left behind");
  }
}

async function storeContent({ upload, tag, max }: Wish, { services }: House): Promise<StoredFileRow> {
  const { blobs, clock } = services;
  await using leftovers = new AsyncDisposableStack();
  leftovers.defer(() => rm(`${upload.path}.kept`, { force: true }));
  const { path, content_type, metadata } = await examineUpload(upload, services);
  const json = JSON.stringify(metadata);
  assertFits(json, tag);
  // Drawn anew, a picture can be larger than it came.
  if (Bun.file(path).size > max) throw fail("FileTooLarge", { max });
  const stored_at = clock.now();
  const blob_key = newBlobKey(upload.hash, stored_at);
  const { size } = await blobs.put(blob_key, Bun.file(path));
  return { hash: upload.hash, blob_key, content_type, metadata: json, size, stored_at };
}

function assertFits(metadata: string, tag: FileTag): void {
  if (fileTags[tag].imagesOnly && JSON.parse(metadata).type !== "Image") throw fail("FileTypeNotAllowed");
}
