import { rm } from "node:fs/promises";
import type { JobContext } from "../../../declare/job.ts";
import type { Tx } from "../../../declare/tx.ts";
import { dropArchive } from "../../files/index.ts";
import { findServer } from "../../members/index.ts";
import { deleteExportRow, findExport, listExports } from "../store/server-exports.ts";
import { listExportFolders } from "./export-folders.ts";

/** Deletes the archive of a server, or lets the job that writes it end without one. */
export async function removeExport(tx: Tx, serverId: string): Promise<void> {
  const stored = await findExport(tx, serverId);
  if (!stored) return;
  if (stored.content) await dropArchive(tx, stored.content);
  await deleteExportRow(tx, serverId);
}

/** Deletes the archives that have expired, those of servers that were deleted, and those that were not finished. */
export async function sweepExports({ services, read, write }: JobContext): Promise<void> {
  const now = services.clock.now();
  const folders = await listExportFolders(services.config);
  // Read after the folders: the request of each of them is stored before it.
  const exports = await read(listExports);
  const unfinished = new Set(
    [...exports.values()].flatMap(({ id, state }) => (state === "ready" ? [] : [id])),
  );
  for (const { path, id } of folders)
    if (!unfinished.has(id)) await rm(path, { recursive: true, force: true });
  for (const [serverId, { expires_at }] of exports) {
    const hasExpired = expires_at !== undefined && expires_at <= now;
    if (hasExpired || !(await read((db) => findServer(db, serverId))))
      await write((tx) => removeExport(tx, serverId));
  }
}
