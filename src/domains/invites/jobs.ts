import Type from "typebox";
import { job } from "../../declare/job.ts";
import { deleteExpiredInvites } from "./store.ts";

const hour = 3_600_000;

export const sweepInvites = job({
  name: "sweep_invites",
  doc: "Deletes invites that have ended.",
  attempts: 1,
  everyMs: hour,
  payload: Type.Null(),
  async run({ services, write }) {
    await write((tx) => deleteExpiredInvites(tx, services.clock.now()));
  },
});
