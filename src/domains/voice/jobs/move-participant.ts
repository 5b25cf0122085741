import Type from "typebox";
import { job } from "../../../declare/job.ts";
import { Id } from "../../../protocol/schema.ts";
import { findNode } from "../actions/find-node.ts";

export const moveParticipant = job({
  name: "move_participant",
  doc: "Removes a participant from a call, after the room of the call that they move to exists.",
  payload: Type.Object({
    channelId: Id,
    node: Type.String(),
    userId: Id,
    to: Type.Optional(Type.Object({ channelId: Id, node: Type.String(), serverId: Id })),
  }),
  attempts: 5,
  async run({ services }, { channelId, node, userId, to }) {
    const metadata = JSON.stringify({ server: to?.serverId ?? null });
    if (to) await findNode(services, to.node)?.createRoom(to.channelId, metadata);
    await findNode(services, node)?.removeParticipant(channelId, userId);
  },
});
