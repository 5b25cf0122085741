import Type from "typebox";
import { type JobContext, job } from "../../../declare/job.ts";
import { recordOutcomes, sendTo } from "../actions/send-to.ts";
import { News } from "../model.ts";

/** After how long there is no other attempt. */
const patienceMs = 2_400_000;

export const retryDelivery = job({
  name: "push_retry",
  doc: "Sends news to a device whose push service could not take them before; tried for about three quarters of an hour.",
  attempts: 10,
  afterMs: 5_000,
  // Apart from the first attempts: services that do not answer must not hold up those that do.
  parallel: 2,
  payload: Type.Object({ session: Type.String(), news: News, since: Type.Integer() }),
  async run(context: JobContext, { session, news, since }) {
    const sent = await sendTo(context, { sessions: [session], news }, "again");
    await recordOutcomes(context, sent);
    const age = context.services.clock.now() - since;
    // Ends without a trace: anybody could leave any number of failed jobs here.
    if (age < patienceMs && sent.some(({ outcome }) => outcome === "later"))
      throw new Error("the push service could not take it");
  },
});
