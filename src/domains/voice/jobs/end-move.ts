import Type from "typebox";
import { job } from "../../../declare/job.ts";
import { Id } from "../../../protocol/schema.ts";
import { VoiceLeft } from "../events.ts";
import { findMove, joinMs, takeJoin } from "../store/joins.ts";
import { findState } from "../store/states.ts";

export const endMove = job({
  name: "end_move",
  doc: "Announces that a moved member has left a call, if they have not arrived in the other one in time.",
  payload: Type.Object({ from: Id, to: Id, userId: Id }),
  attempts: 5,
  afterMs: joinMs,
  async run({ write }, { from, to, userId }) {
    await write(async (tx) => {
      // The member has arrived, or has been moved again.
      if ((await findMove(tx, from, userId))?.channel_id !== to) return;
      await takeJoin(tx, to, userId);
      // A participant who is still in the first call leaves it, or stays, like all others.
      if (!(await findState(tx, from, userId))) tx.emit(VoiceLeft, { id: from, user: userId });
    });
  },
});
