import type { File } from "../../../protocol/file.ts";
import type { Tx } from "../../../store/tx.ts";
import { type FileUse, fileUses } from "../model.ts";
import { fileView } from "../rules/file-view.ts";
import { findFile } from "../store/files.ts";
import type { FilesTables } from "../tables.ts";

/** Engines take only so many values in one query. */
const mostAtOnce = 1_000;

export interface Claim {
  readonly id: string;
  readonly use: FileUse;
  /** The object that uses it. */
  readonly by: string;
  /** Who uploaded it; `anybody` for webhooks, which have no uploads of their own. */
  readonly uploader: string;
}

/** Makes an upload part of an object, once and for one purpose. Whatever is wrong with it, it is not found. */
export async function claimFile(tx: Tx<never, "NotFound">, claim: Claim): Promise<File> {
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
  return fileView(file);
}

/** The object does not use the file any more: it goes. */
export async function releaseFile(tx: Tx, id: string): Promise<void> {
  await releaseFiles(tx, [id]);
}

/** The same for any number of files. */
export async function releaseFiles(tx: Tx, ids: readonly string[]): Promise<void> {
  const deleted_at = tx.services.clock.now();
  for (let at = 0; at < ids.length; at += mostAtOnce) {
    const some = ids.slice(at, at + mostAtOnce);
    await tx.sql<FilesTables>().updateTable("files").set({ deleted_at }).where("id", "in", some).execute();
  }
}

/** The same for all files of objects that go themselves, a thousand of them at most. */
export async function releaseFilesOf(tx: Tx, ...by: readonly string[]): Promise<void> {
  if (by.length === 0) return;
  await releasing(tx, by, tx.services.clock.now()).execute();
}

/** What is going already goes when it would have. Not a condition: SQLite would look for that in all files there are. */
export function releasing(tx: Tx, by: readonly string[], now: number) {
  return tx
    .sql<FilesTables>()
    .updateTable("files")
    .set(({ fn, ref, val }) => ({ deleted_at: fn.coalesce(ref("deleted_at"), val(now)) }))
    .where("used_by", "in", by);
}
