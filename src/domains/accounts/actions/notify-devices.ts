import Type from "typebox";
import type { JobSpec } from "../../../declare/job-spec.ts";
import type { Tx } from "../../../declare/tx.ts";
import { PushNotification } from "../notification-model.ts";
import { listSubscribed } from "../store/devices.ts";

const devicesPerJob = 50;

/** The job of `push` that delivers a notification. */
export const deliveryJob = {
  name: "push_deliver",
  doc: "Sends a notification to a batch of devices at once; each failed delivery is retried by itself.",
  payload: Type.Object({
    sessions: Type.Array(Type.String()),
    /** Called so in the jobs of earlier versions. */
    news: PushNotification,
  }),
} satisfies JobSpec;

/** Notifies all devices of these users. */
export async function notifyUsers(
  tx: Tx,
  userIds: readonly string[],
  notification: PushNotification,
): Promise<void> {
  await notifyDevices(tx, await listSubscribed(tx, userIds), notification);
}

/** Enqueues a notification for the devices of these sessions. The job decides which of them may get it. */
export async function notifyDevices(
  tx: Tx,
  sessions: readonly string[],
  notification: PushNotification,
): Promise<void> {
  for (let start = 0; start < sessions.length; start += devicesPerJob) {
    const batch = sessions.slice(start, start + devicesPerJob);
    await tx.enqueue(deliveryJob, { sessions: batch, news: notification });
  }
}
