import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { JobContext } from "../../../declare/job.ts";
import { throttled } from "../../../platform/concurrency/throttled.ts";
import { storeArchive } from "../../files/index.ts";
import { findExport, putExport, type StoredExport } from "../store/server-exports.ts";
import { writeArchive } from "./write-archive.ts";

/** How long an archive is kept. */
const keptMs = 7 * 86_400_000;
const progressEveryMs = 2_000;

interface ExportRequest {
  readonly id: string;
  readonly serverId: string;
}

/** Writes the archive of a request, unless it was withdrawn or another node has written it. */
export async function runExport({ id, serverId }: ExportRequest, context: JobContext): Promise<void> {
  const { services, read } = context;
  const change = (changes: Partial<StoredExport>) =>
    context.write(async (tx) => {
      const stored = await findExport(tx, serverId);
      if (stored?.id !== id || stored.state === "ready") return false;
      await putExport(tx, serverId, { ...stored, ...changes });
      return true;
    });
  if (!(await change({ state: "running" }))) return;
  const folder = await mkdtemp(join(services.config.data_dir, "export-"));
  const withdrawn = new AbortController();
  try {
    const report = throttled(async (messages: number, files: number) => {
      if (!(await change({ messages, files }))) withdrawn.abort();
    }, progressEveryMs);
    const written = await writeArchive(serverId, join(folder, "archive.tar"), {
      services,
      read,
      progress({ messages, files }) {
        report(messages, files);
        withdrawn.signal.throwIfAborted();
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
    if (withdrawn.signal.aborted) return;
    await change({ state: "failed" });
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
