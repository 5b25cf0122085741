import type { Reader } from "../../../store/tx.ts";
import { isFileTag } from "../rules/serving.ts";
import type { FilesTables } from "../tables.ts";
import { findFile, type KeptFile } from "./files.ts";

/** A file that an object uses: until then, nobody sees it. */
export async function findServedFile(
  db: Reader,
  { tag, id }: { tag: string; id: string },
): Promise<KeptFile | undefined> {
  const file = isFileTag(tag) ? await findFile(db, tag, id) : undefined;
  return file?.used_as === null ? undefined : file;
}

/** Whether a blob still belongs to a file. */
export async function isInUse(db: Reader, blobKey: string): Promise<boolean> {
  const row = await db
    .sql<FilesTables>()
    .selectFrom("stored_files")
    .select("hash")
    .where("blob_key", "=", blobKey)
    .executeTakeFirst();
  return row !== undefined;
}
