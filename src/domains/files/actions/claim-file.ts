import type { Tx } from "../../../declare/tx.ts";
import type { File } from "../../../protocol/file.ts";
import { type FileUse, fileUses } from "../model.ts";
import { fileView } from "../rules/file-view.ts";
import { findFile } from "../store/files.ts";
import { addClaimed, sumClaimed } from "../store/usage.ts";
import type { FilesTables } from "../tables.ts";

/** Engines limit the number of values in a query. */
const maxIdsPerQuery = 1_000;

interface FileClaim {
  readonly id: string;
  readonly use: FileUse;
  /** The object that uses it. */
  readonly by: string;
  /** The user who must have uploaded it; `anybody` for webhooks, which have no uploads of their own. */
  readonly uploader: string;
}

/** Attaches an upload to an object. An upload can be claimed once; every reason to refuse it is NotFound. */
export async function claimFile(tx: Tx<never, "NotFound">, claim: FileClaim): Promise<File> {
  const file = await findFile(tx, fileUses[claim.use], claim.id);
  const isFree =
    file?.used_as === null && (claim.uploader === "anybody" || file.uploader_id === claim.uploader);
  if (!isFree) throw tx.fail("NotFound");
  await tx
    .sql<FilesTables>()
    .updateTable("files")
    .set({ used_as: claim.use, used_by: claim.by })
    .where("id", "=", file.id)
    .execute();
  await addClaimed(tx, file.charged_to, file.size);
  return fileView(file);
}

/** Marks a file that its object no longer uses as deleted. */
export async function releaseFile(tx: Tx, id: string): Promise<void> {
  await releaseFiles(tx, [id]);
}

/** Marks any number of files as deleted. */
export async function releaseFiles(tx: Tx, ids: readonly string[]): Promise<void> {
  const deleted_at = tx.services.clock.now();
  for (let at = 0; at < ids.length; at += maxIdsPerQuery) {
    const some = ids.slice(at, at + maxIdsPerQuery);
    await giveBack(tx, "id", some);
    await tx.sql<FilesTables>().updateTable("files").set({ deleted_at }).where("id", "in", some).execute();
  }
}

/** Marks all files of deleted objects as deleted; a thousand objects at most. */
export async function releaseFilesOf(tx: Tx, ...by: readonly string[]): Promise<void> {
  if (by.length === 0) return;
  await giveBack(tx, "used_by", by);
  await releasing(tx, by, tx.services.clock.now()).execute();
}

/** Subtracts the files with these ids or users, which are about to be released, from what their owners use. */
async function giveBack(tx: Tx, column: "id" | "used_by", values: readonly string[]): Promise<void> {
  for (const { charged_to, bytes } of await sumClaimed(tx, column, values).execute())
    await addClaimed(tx, charged_to, -Number(bytes));
}

/**
 * Keeps the time of files that are deleted already. This is no condition of the query, because SQLite would use the index
 * of that condition and scan all files.
 */
export function releasing(tx: Tx, by: readonly string[], now: number) {
  return tx
    .sql<FilesTables>()
    .updateTable("files")
    .set(({ fn, ref, val }) => ({ deleted_at: fn.coalesce(ref("deleted_at"), val(now)) }))
    .where("used_by", "in", by);
}
