import { createReadStream } from "node:fs";
import type { File } from "../../../protocol/file.ts";
import { deleteBlobs } from "../jobs.ts";
import { type FileUse, fileUses } from "../model.ts";
import { fileView } from "../rules/file-view.ts";
import { findFile } from "../store/files.ts";
import { findStored, insertStored } from "../store/stored-files.ts";
import { addClaimed } from "../store/usage.ts";
import type { FilesTables } from "../tables.ts";
import { stageFile } from "./receive-upload.ts";
import { storeContent, type UploadContext } from "./store-upload.ts";

interface ImportedFile {
  /** The same for the same file in each run, so that it is stored once. */
  readonly id: string;
  /** Where the content is: in all of this file, or in a range of it. */
  readonly path: string;
  readonly range?: { readonly start: number; readonly end: number };
  /** Whether it was stored by a server of ours: then an image without private metadata is not encoded again. */
  readonly isProcessed?: boolean;
  readonly filename: string;
  readonly use: FileUse;
  /** The object that uses it. */
  readonly by: string;
  readonly uploader: string;
}

/** Imported files count towards the quota of nobody. */
const nobody = "";

/**
 * Stores a file of an import as an upload is stored: with its type, its digest and its dimensions, without private
 * metadata, but of any size. Fails with FileTypeNotAllowed if it is to be an image and is none.
 */
export async function importFile(file: ImportedFile, context: UploadContext): Promise<File> {
  const tag = fileUses[file.use];
  const known = await context.read((db) => findFile(db, tag, file.id));
  if (known) return fileView(known);
  const { stageUpload, clock } = context.services;
  await using upload = await stageFile(contentOf(file), file.filename, stageUpload);
  const { isProcessed = false } = file;
  const fresh = await storeContent({ upload, tag, max: Number.POSITIVE_INFINITY, isProcessed }, context);
  return context.write(async (tx) => {
    const stored = await findStored(tx, fresh.hash);
    if (stored) await tx.enqueue(deleteBlobs, { keys: [fresh.blob_key] });
    else await insertStored(tx, fresh);
    const { hash, size } = stored ?? fresh;
    const row = {
      id: file.id,
      tag,
      filename: upload.filename,
      hash,
      uploader_id: file.uploader,
      charged_to: nobody,
      uploaded_at: clock.now(),
      used_as: file.use,
      used_by: file.by,
      deleted_at: null,
    };
    // One that was deleted since an earlier import, and is not swept yet, has the same id.
    await tx
      .sql<FilesTables>()
      .insertInto("files")
      .values(row)
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
    await addClaimed(tx, nobody, size);
    return fileView({ ...row, ...(stored ?? fresh) });
  });
}

function contentOf({ path, range }: ImportedFile): AsyncIterable<Uint8Array> {
  const { start, end } = range ?? {};
  return range ? Bun.file(path).slice(start, end).stream() : createReadStream(path);
}
