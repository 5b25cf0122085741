import { type JobContext, job } from "../../../declare/job.ts";
import type { JobPayload } from "../../../declare/job-spec.ts";
import type { Reader } from "../../../declare/tx.ts";
import { listSubscribed, notifyDevices } from "../../accounts/index.ts";
import { fanOutJob } from "../../messages/index.ts";
import { findPostedMessage } from "../actions/find-posted-message.ts";
import { findRecipients } from "../actions/find-recipients.ts";

type Progress = JobPayload<typeof fanOutJob>;

export const fanOutMessage = job({ ...fanOutJob, attempts: 10, run: fanOut });

/**
 * One transaction enqueues the deliveries of a page and the job for the next page, so that no recipient is left out
 * when the process ends. If it ends before this job is marked as done, the recipients of the page are notified twice.
 */
async function fanOut({ read, write }: JobContext, progress: Progress): Promise<void> {
  const { channel, message } = progress;
  let after = progress.after;
  for (;;) {
    const { sessions, next } = await read((db) => findPage(db, progress, after));
    if (sessions.length > 0)
      return write(async (tx) => {
        await notifyDevices(tx, sessions, { kind: "message", channel, message });
        if (next !== undefined) await tx.enqueue(fanOutJob, { channel, message, after: next });
      });
    if (next === undefined) return;
    after = next;
  }
}

interface SessionPage {
  readonly sessions: readonly string[];
  readonly next?: string | undefined;
}

async function findPage(db: Reader, progress: Progress, after: string | undefined): Promise<SessionPage> {
  const posted = await findPostedMessage(db, progress);
  if (!posted) return { sessions: [] };
  const { userIds, next } = await findRecipients(db, posted, after);
  return { sessions: await listSubscribed(db, userIds), next };
}
