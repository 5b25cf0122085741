import Type from "typebox";
import { job } from "../../declare/job.ts";
import { deletePastTimeouts } from "./store/pending-timeouts.ts";

const hour = 3_600_000;

export const sweepPendingTimeouts = job({
  name: "sweep_pending_timeouts",
  doc: "Forgets the timeouts of those who left, once they are over.",
  attempts: 1,
  everyMs: hour,
  payload: Type.Null(),
  async run({ services, write }) {
    await write((tx) => deletePastTimeouts(tx, services.clock.now()));
  },
});
