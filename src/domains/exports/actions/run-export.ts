import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { JobContext } from "../../../declare/job.ts";
import { throttled } from "../../../platform/concurrency/throttled.ts";
import { storeArchive } from "../../files/index.ts";
import { findExport, putExport, type StoredExport } from "../store/server-exports.ts";
import { newExportFolder, removeExportFolders } from "./export-folders.ts";
import { writeArchive } from "./write-archive.ts";

/** How long an archive is kept. */
const keptMs = 7 * 86_400_000;
const progressEveryMs = 2_000;

interface ExportRequest {
  readonly id: string;
  readonly serverId: string;
}

/** Changes the row of a request; false if it was withdrawn, or its archive is ready. */
function changeExport(
  { id, serverId }: ExportRequest,
  changes: Partial<StoredExport>,
  { write }: JobContext,
): Promise<boolean> {
  return write(async (tx) => {
    const stored = await findExport(tx, serverId);
    if (stored?.id !== id || stored.state === "ready") return false;
    await putExport(tx, serverId, { ...stored, ...changes });
    return true;
  });
}

/** Notes that no archive will be written for a request. */
export async function failExport(request: ExportRequest, context: JobContext): Promise<void> {
  await changeExport(request, { state: "failed" }, context);
  await removeExportFolders(context.services.config, request.id);
}

/** Writes the archive of a request, unless it was withdrawn or another node has written it. */
export async function runExport({ id, serverId }: ExportRequest, context: JobContext): Promise<void> {
  const { services, read } = context;
  const change = (changes: Partial<StoredExport>) => changeExport({ id, serverId }, changes, context);
  await removeExportFolders(services.config, id);
  if (!(await change({ state: "running" }))) return;
  const folder = await newExportFolder(services.config, id);
  let isWithdrawn = false;
  try {
    const report = throttled(change, progressEveryMs);
    const written = await writeArchive(serverId, join(folder, "archive.tar"), {
      services,
      read,
      async progress({ messages, files }) {
        isWithdrawn = (await report({ messages, files })) === false;
        if (isWithdrawn) throw new Error("nobody wants the archive any more");
      },
    });
    if (!written) return;
    const { messages, files } = written.counts;
    const content = await storeArchive(join(folder, "archive.tar"), context);
    const expires_at = services.clock.now() + keptMs;
    // Nobody wants it any more: the sweep of orphaned blobs deletes it.
    await context.write(async (tx) => {
      const stored = await findExport(tx, serverId);
      if (stored?.id !== id || stored.state === "ready") return;
      await content.keep(tx);
      await putExport(tx, serverId, {
        ...stored,
        state: "ready",
        messages,
        files,
        content: content.row,
        expires_at,
      });
    });
  } catch (error) {
    if (isWithdrawn) return;
    await change({ state: "failed" });
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
