import Type from "typebox";
import { job } from "../../declare/job.ts";
import { deleteExpiredTimeouts } from "./store/pending-timeouts.ts";

const hour = 3_600_000;

export const sweepPendingTimeouts = job({
  name: "sweep_pending_timeouts",
  doc: "Deletes expired timeouts of users who left the server.",
  attempts: 1,
  everyMs: hour,
  payload: Type.Null(),
  async run({ services, write }) {
    await write((tx) => deleteExpiredTimeouts(tx, services.clock.now()));
  },
});
