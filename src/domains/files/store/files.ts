import type { Reader } from "../../../store/tx.ts";
import type { FileTag } from "../model.ts";
import type { FileRow, FilesTables, StoredFileRow } from "../tables.ts";

export type KeptFile = FileRow & Omit<StoredFileRow, "hash">;

/** An upload that was not deleted, with what is kept of it. */
export function findFile(db: Reader, tag: FileTag, id: string): Promise<KeptFile | undefined> {
  return db
    .sql<FilesTables>()
    .selectFrom("files")
    .innerJoin("stored_files", "stored_files.hash", "files.hash")
    .selectAll("files")
    .select(["blob_key", "content_type", "metadata", "size", "stored_at"])
    .where("files.id", "=", id)
    .where("tag", "=", tag)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}
