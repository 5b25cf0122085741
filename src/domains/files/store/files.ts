import type { Reader } from "../../../declare/tx.ts";
import type { FileTag } from "../model.ts";
import { isFileTag } from "../rules/serving.ts";
import type { FileRow, FilesTables, StoredFileRow } from "../tables.ts";

export type FileWithContent = FileRow & Omit<StoredFileRow, "hash" | "sha256">;

/** Files with the rows of their content. */
export function selectWithContent(db: Reader) {
  return db
    .sql<FilesTables>()
    .selectFrom("files")
    .innerJoin("stored_files", "stored_files.hash", "files.hash")
    .selectAll("files")
    .select(["blob_key", "content_type", "metadata", "size", "stored_at"]);
}

/** A file that is not deleted. */
export function findFile(db: Reader, tag: FileTag, id: string): Promise<FileWithContent | undefined> {
  return selectWithContent(db)
    .where("files.id", "=", id)
    .where("tag", "=", tag)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** Those of the files that are not deleted; a thousand at most. */
export async function listFiles(db: Reader, ids: readonly string[]): Promise<FileWithContent[]> {
  if (ids.length === 0) return [];
  return selectWithContent(db).where("files.id", "in", ids).where("deleted_at", "is", null).execute();
}

/** A file that an object uses. Unused uploads are not served. */
export async function findServedFile(
  db: Reader,
  { tag, id }: { readonly tag: string; readonly id: string },
): Promise<FileWithContent | undefined> {
  const file = isFileTag(tag) ? await findFile(db, tag, id) : undefined;
  return file?.used_as === null ? undefined : file;
}

/** Whether a blob still belongs to stored content. */
export async function isBlobInUse(db: Reader, blobKey: string): Promise<boolean> {
  const row = await db
    .sql<FilesTables>()
    .selectFrom("stored_files")
    .select("hash")
    .where("blob_key", "=", blobKey)
    .executeTakeFirst();
  return row !== undefined;
}
