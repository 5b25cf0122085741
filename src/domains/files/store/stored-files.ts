import type { Reader, Tx } from "../../../declare/tx.ts";
import { hasKnownDigest, isDamaged } from "../rules/content-hash.ts";
import type { FileRow, FilesTables, StoredFileRow } from "../tables.ts";

/** The stored content with this hash. */
export function findStored(db: Reader, hash: string): Promise<StoredFileRow | undefined> {
  return db
    .sql<FilesTables>()
    .selectFrom("stored_files")
    .selectAll()
    .where("hash", "=", hash)
    .executeTakeFirst();
}

/** The size of the content of so many rows, and where the next ones begin; `last` is undefined after the last. */
export async function storedBytesAfter(
  db: Pick<Reader, "sql">,
  after: string,
  limit: number,
): Promise<{ bytes: number; last: string | undefined }> {
  const row = await db
    .sql<FilesTables>()
    .selectFrom((eb) =>
      eb
        .selectFrom("stored_files")
        .select(["hash", "size"])
        .where("hash", ">", after)
        .orderBy("hash")
        .limit(limit)
        .as("part"),
    )
    .select((eb) => [eb.fn.sum<number | null>("size").as("bytes"), eb.fn.max("hash").as("last")])
    .executeTakeFirst();
  return { bytes: Number(row?.bytes ?? 0), last: row?.last ?? undefined };
}

export async function insertStored(tx: Tx, row: StoredFileRow): Promise<void> {
  await tx.sql<FilesTables>().insertInto("stored_files").values(row).execute();
}

export async function deleteStored(tx: Tx, hash: string): Promise<void> {
  await tx.sql<FilesTables>().deleteFrom("stored_files").where("hash", "=", hash).execute();
}

/** Records the digests of stored content that has none yet. */
export async function recordDigests(
  tx: Tx,
  contents: readonly { readonly hash: string; readonly sha256: string }[],
): Promise<void> {
  for (const { hash, sha256 } of contents)
    await tx
      .sql<FilesTables>()
      .updateTable("stored_files")
      .set({ sha256 })
      .where("hash", "=", hash)
      .where("sha256", "is", null)
      .execute();
}

export async function insertFile(
  tx: Tx,
  row: Omit<FileRow, "used_as" | "used_by" | "deleted_at">,
): Promise<void> {
  await tx.sql<FilesTables>().insertInto("files").values(row).execute();
}

/** Marks uploads that no object claimed in time as deleted. */
export async function expireUnused(tx: Tx, uploadedBefore: number, now: number): Promise<void> {
  await tx
    .sql<FilesTables>()
    .updateTable("files")
    .set({ deleted_at: now })
    .where("used_as", "is", null)
    .where("uploaded_at", "<", uploadedBefore)
    .where("deleted_at", "is", null)
    .execute();
}

/** Removes deleted files that no report keeps, and their content where no other file shares it. */
export async function purgeDeleted(tx: Tx, limit: number): Promise<{ files: number; blobKeys: string[] }> {
  const sql = tx.sql<FilesTables>();
  const deleted = await sql
    .selectFrom("files")
    .select(["id", "hash"])
    .where("deleted_at", "is not", null)
    .where("reported", "=", 0)
    .orderBy("deleted_at")
    .limit(limit)
    .execute();
  if (deleted.length === 0) return { files: 0, blobKeys: [] };
  const ids = deleted.map(({ id }) => id);
  const hashes = [...new Set(deleted.map(({ hash }) => hash))];
  await sql.deleteFrom("files").where("id", "in", ids).execute();
  const shared = await sql
    .selectFrom("files")
    .select("hash")
    .distinct()
    .where("hash", "in", hashes)
    .execute();
  const stillUsed = new Set(shared.map(({ hash }) => hash));
  const unused = hashes.filter((hash) => !stillUsed.has(hash));
  if (unused.length === 0) return { files: deleted.length, blobKeys: [] };
  const removed = await sql
    .deleteFrom("stored_files")
    .where("hash", "in", unused)
    .returning("blob_key")
    .execute();
  return { files: deleted.length, blobKeys: removed.map(({ blob_key }) => blob_key) };
}

/** A page of all stored content, in the order of hashes. */
export function listStored(db: Reader, after: string, limit: number): Promise<StoredFileRow[]> {
  return db
    .sql<FilesTables>()
    .selectFrom("stored_files")
    .selectAll()
    .where("hash", ">", after)
    .orderBy("hash")
    .limit(limit)
    .execute();
}

/** Those of the keys that belong to stored content. */
export async function knownBlobKeys(db: Pick<Reader, "sql">, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .sql<FilesTables>()
    .selectFrom("stored_files")
    .select("blob_key")
    .where("blob_key", "in", keys)
    .execute();
  return new Set(rows.map(({ blob_key }) => blob_key));
}

/** The stored content of those keys that have some, by key. */
export async function storedByKey(db: Reader, keys: readonly string[]): Promise<Map<string, StoredFileRow>> {
  const rows = await db
    .sql<FilesTables>()
    .selectFrom("stored_files")
    .selectAll()
    .where("blob_key", "in", keys)
    .execute();
  return new Map(rows.map((row) => [row.blob_key, row]));
}

/** The id of a file with this content. */
export async function fileOfBlob(db: Reader, blobKey: string): Promise<string | undefined> {
  const row = await db
    .sql<FilesTables>()
    .selectFrom("stored_files")
    .innerJoin("files", "files.hash", "stored_files.hash")
    .select("files.id")
    .where("blob_key", "=", blobKey)
    .orderBy("files.id")
    .executeTakeFirst();
  return row?.id;
}

/** Whether the blob with this key was stored with this digest. False where that is unknown. */
export async function hasContent(db: Pick<Reader, "sql">, blobKey: string, sha256: string): Promise<boolean> {
  const row = await db
    .sql<FilesTables>()
    .selectFrom("stored_files")
    .selectAll()
    .where("blob_key", "=", blobKey)
    .executeTakeFirst();
  return row !== undefined && hasKnownDigest(row) && !isDamaged(row, sha256);
}
