import Type from "typebox";
import { type JobContext, job } from "../../../declare/job.ts";
import { PushNotification } from "../../accounts/index.ts";
import { recordDeliveries, sendToDevices } from "../actions/send-to-devices.ts";

/** No attempt fails the job after this time. */
const retryForMs = 2_400_000;

export const retryDelivery = job({
  name: "push_retry",
  doc: "Sends a notification again to a device whose push service could not take it; tried for about three quarters of an hour.",
  attempts: 10,
  afterMs: 5_000,
  // Fewer than all slots, and apart from first attempts: services that do not respond must not delay the others.
  parallel: 2,
  payload: Type.Object({
    session: Type.String(),
    /** Called so in the jobs of earlier versions. */
    news: PushNotification,
    since: Type.Integer(),
  }),
  async run(context: JobContext, { session, news: notification, since }) {
    const deliveries = await sendToDevices(context, { sessions: [session], notification }, "retry");
    await recordDeliveries(context, deliveries);
    const age = context.services.clock.now() - since;
    // After that the job ends as if it had succeeded: users could otherwise fill the table with failed jobs.
    if (age < retryForMs && deliveries.some(({ outcome }) => outcome === "retry"))
      throw new Error("the push service did not accept the notification");
  },
});
