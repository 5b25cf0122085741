import Type from "typebox";
import { job } from "../../../declare/job.ts";
import { Id } from "../../../protocol/schema.ts";
import { notifyCall } from "../actions/notify-call.ts";
import { findCall, takeRings } from "../store/calls.ts";

/** How long a call rings. */
const ringMs = 30_000;

export const stopRinging = job({
  name: "stop_ringing",
  doc: "Stops ringing for users who have not answered a call.",
  payload: Type.Object({ channelId: Id, startedAt: Type.Integer() }),
  attempts: 5,
  afterMs: ringMs,
  async run({ write }, { channelId, startedAt }) {
    await write(async (tx) => {
      const call = await findCall(tx, channelId);
      // Another call may ring in the meantime.
      if (call?.initiator_id == null || call.started_at !== startedAt) return;
      const to = await takeRings(tx, channelId);
      await notifyCall(tx, { channel: channelId, by: call.initiator_id, to, startedAt: null, ended: true });
    });
  },
});
