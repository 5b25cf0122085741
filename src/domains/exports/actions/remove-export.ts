import type { JobContext } from "../../../declare/job.ts";
import type { Tx } from "../../../declare/tx.ts";
import { dropArchive } from "../../files/index.ts";
import { findServer } from "../../members/index.ts";
import { deleteExportRow, findExport, listExports } from "../store/server-exports.ts";

/** Deletes the archive of a server, or lets the job that writes it end without one. */
export async function removeExport(tx: Tx, serverId: string): Promise<void> {
  const stored = await findExport(tx, serverId);
  if (!stored) return;
  if (stored.content) await dropArchive(tx, stored.content);
  await deleteExportRow(tx, serverId);
}

/** Deletes the archives that have expired, and those of servers that were deleted. */
export async function sweepExports({ services, read, write }: JobContext): Promise<void> {
  const now = services.clock.now();
  for (const [serverId, { expires_at }] of await read(listExports)) {
    const hasExpired = expires_at !== undefined && expires_at <= now;
    if (hasExpired || !(await read((db) => findServer(db, serverId))))
      await write((tx) => removeExport(tx, serverId));
  }
}
