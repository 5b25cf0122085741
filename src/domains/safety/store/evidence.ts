import type { Reader } from "../../../store/tx.ts";
import type { FilesTables } from "../../files/index.ts";

/** Under which keys the content of files is stored, by the ids of those that are still there. */
export async function listBlobKeys(
  db: Reader,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (fileIds.length === 0) return new Map();
  const rows = await db
    .sql<FilesTables>()
    .selectFrom("files")
    .innerJoin("stored_files", "stored_files.hash", "files.hash")
    .select(["files.id", "blob_key"])
    .where("files.id", "in", fileIds)
    .execute();
  return new Map(rows.map(({ id, blob_key }) => [id, blob_key]));
}
