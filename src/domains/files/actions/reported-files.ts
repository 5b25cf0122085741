import type { Tx } from "../../../declare/tx.ts";
import type { FilesTables } from "../tables.ts";

/**
 * Keeps files as evidence: they are not removed even if the object that uses them is deleted, but they are not served
 * then. Calls are counted, and `releaseReported` takes back one.
 */
export async function keepReported(tx: Tx, ids: readonly string[]): Promise<void> {
  await addReports(tx, ids, 1);
}

/** Takes back one call of `keepReported`. Files that were released meanwhile are removed when no call is left. */
export async function releaseReported(tx: Tx, ids: readonly string[]): Promise<void> {
  await addReports(tx, ids, -1);
}

async function addReports(tx: Tx, ids: readonly string[], by: 1 | -1): Promise<void> {
  if (ids.length === 0) return;
  const update = tx
    .sql<FilesTables>()
    .updateTable("files")
    .set((build) => ({ reported: build("reported", "+", by) }));
  await update.where("id", "in", ids).execute();
}
