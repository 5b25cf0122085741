import type { Tx } from "../../../declare/tx.ts";
import { deliverNotification } from "../jobs/deliver-notification.ts";
import type { PushNotification } from "../model.ts";

const devicesPerJob = 50;

/** Enqueues a notification for the devices of these sessions. The job decides which of them may get it. */
export async function enqueueDelivery(
  tx: Tx,
  sessions: readonly string[],
  notification: PushNotification,
): Promise<void> {
  for (let start = 0; start < sessions.length; start += devicesPerJob) {
    const batch = sessions.slice(start, start + devicesPerJob);
    await tx.enqueue(deliverNotification, { sessions: batch, news: notification });
  }
}
