import type { Tx } from "../../../store/tx.ts";
import type { FilesTables } from "../tables.ts";

/**
 * Files stay from now on, even where the object that shows them goes; nobody is served them then. Each call must be
 * taken back by itself.
 */
export async function keepReported(tx: Tx, ids: readonly string[]): Promise<void> {
  await count(tx, ids, 1);
}

/** Takes one such call back. What was released meanwhile goes, unless somebody else still keeps it. */
export async function releaseReported(tx: Tx, ids: readonly string[]): Promise<void> {
  await count(tx, ids, -1);
}

async function count(tx: Tx, ids: readonly string[], by: 1 | -1): Promise<void> {
  if (ids.length === 0) return;
  const more = tx
    .sql<FilesTables>()
    .updateTable("files")
    .set((build) => ({ reported: build("reported", "+", by) }));
  await more.where("id", "in", ids).execute();
}
