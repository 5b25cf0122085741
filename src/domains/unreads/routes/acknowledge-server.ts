import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { ChannelAcknowledged } from "../../conversations/index.ts";
import { requireMembership } from "../../servers/index.ts";
import { acknowledgeServer } from "../actions/acknowledge-channels.ts";

export const acknowledgeServerRoute = route({
  id: "server_ack_ack",
  method: "PUT",
  path: "/servers/:target/ack",
  summary: "Mark everything in a server as read.",
  auth: "user",
  noBots: true,
  limit: { bucket: "servers", by: "target" },
  reply: NoContent,
  errors: ["NotFound"],
  emits: [ChannelAcknowledged],
  async handle({ params, caller, tx, fail }) {
    await acknowledgeServer(tx, await requireMembership({ db: tx, caller, fail }, params.target), caller);
  },
});
