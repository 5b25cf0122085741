import { randomBytes } from "node:crypto";
import type { Services } from "../../../declare/services.ts";
import type { Tx } from "../../../declare/tx.ts";
import { digestContent } from "../../../platform/blobs/digest-blob.ts";
import { deleteBlobs } from "../jobs.ts";
import { newBlobKey } from "../rules/blob-key.ts";
import { deleteStored, insertStored } from "../store/stored-files.ts";
import type { StoredFileRow } from "../tables.ts";

/** What is needed to serve and to delete it. */
type StoredArchive = Pick<StoredFileRow, "hash" | "blob_key" | "size">;

interface UnkeptArchive {
  readonly row: StoredArchive;
  /** To be called in the transaction that remembers the archive. One that is not kept is an orphaned blob. */
  keep(tx: Tx): Promise<void>;
}

/** Stores an archive that the server itself has written. It is content without a file: no upload, and served by no one. */
export async function storeArchive(
  path: string,
  { services: { blobs, clock } }: { readonly services: Services },
): Promise<UnkeptArchive> {
  const stored_at = clock.now();
  const { sha256 } = await digestContent(Bun.file(path).stream());
  const hash = randomBytes(32).toString("hex");
  const blob_key = newBlobKey(hash, stored_at);
  const { size } = await blobs.put(blob_key, Bun.file(path));
  const metadata = JSON.stringify({ type: "File" });
  const row = { hash, blob_key, content_type: "application/x-tar", metadata, size, stored_at, sha256 };
  return { row: { hash, blob_key, size }, keep: (tx) => insertStored(tx, row) };
}

export async function dropArchive(
  tx: Tx,
  { hash, blob_key }: Pick<StoredArchive, "hash" | "blob_key">,
): Promise<void> {
  await deleteStored(tx, hash);
  await tx.enqueue(deleteBlobs, { keys: [blob_key] });
}
