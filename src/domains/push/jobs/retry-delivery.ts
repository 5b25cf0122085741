import Type from "typebox";
import { type JobContext, job } from "../../../declare/job.ts";
import { recordOutcomes, sendTo } from "../actions/send-to.ts";
import { News } from "../model.ts";

const unable = "the push service could not take it";

export const retryDelivery = job({
  name: "push_retry",
  doc: "Sends news to a device whose push service could not take them before; tried for about an hour.",
  attempts: 10,
  // Apart from the first attempts: services that do not answer must not hold up those that do.
  parallel: 2,
  payload: Type.Object({ session: Type.String(), news: News, notBefore: Type.Integer() }),
  async run(context: JobContext, { session, news, notBefore }) {
    // Jobs begin at once, and wait between attempts.
    if (context.services.clock.now() < notBefore) throw new Error(unable);
    const sent = await sendTo(context, { sessions: [session], news }, "again");
    await recordOutcomes(context, sent);
    if (sent.some(({ outcome }) => outcome === "later")) throw new Error(unable);
  },
});
