import type { JobContext } from "../../../declare/job.ts";
import { retryDelivery } from "../jobs/retry-delivery.ts";
import type { News } from "../model.ts";
import { recordOutcomes, sendTo } from "./send-to.ts";

interface Batch {
  readonly sessions: readonly string[];
  readonly news: News;
}

/** Sends news to several devices at once. */
export async function deliver(context: JobContext, batch: Batch): Promise<void> {
  const sent = await sendTo(context, batch, "first");
  await recordOutcomes(context, sent);
  const late = sent.filter(({ outcome }) => outcome === "later");
  if (late.length === 0) return;
  const since = context.services.clock.now();
  await context.write(async (tx) => {
    for (const { device } of late)
      await tx.enqueue(retryDelivery, { session: device.sessionId, news: batch.news, since });
  });
}
