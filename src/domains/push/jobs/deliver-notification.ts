import { type JobContext, job } from "../../../declare/job.ts";
import { deliveryJob } from "../../accounts/index.ts";
import { recordDeliveries, sendToDevices } from "../actions/send-to-devices.ts";
import { retryDelivery } from "./retry-delivery.ts";

export const deliverNotification = job({
  ...deliveryJob,
  attempts: 10,
  // Push services may be slow.
  parallel: 3,
  async run(context: JobContext, { sessions, news: notification }) {
    const deliveries = await sendToDevices(context, { sessions, notification }, "first");
    await recordDeliveries(context, deliveries);
    const failed = deliveries.filter(({ outcome }) => outcome === "retry");
    if (failed.length === 0) return;
    const since = context.services.clock.now();
    await context.write(async (tx) => {
      for (const { device } of failed)
        await tx.enqueue(retryDelivery, { session: device.sessionId, news: notification, since });
    });
  },
});
