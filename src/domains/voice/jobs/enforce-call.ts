import Type from "typebox";
import { job } from "../../../declare/job.ts";
import { Id } from "../../../protocol/schema.ts";
import { enforceGrants } from "../actions/enforce-grants.ts";
import { findNode } from "../actions/find-node.ts";

/** Every change of permissions enqueues it, whatever the cause, so that no cause needs code of its own. */
export const enforceCall = job({
  name: "enforce_call",
  doc: "Removes participants of a call who may no longer be in it, and changes what the others may do.",
  payload: Type.Object({ channelId: Id, node: Type.String() }),
  attempts: 8,
  async run(context, { channelId, node: name }) {
    const node = findNode(context.services, name);
    if (node) await enforceGrants(context, node, channelId);
  },
});
