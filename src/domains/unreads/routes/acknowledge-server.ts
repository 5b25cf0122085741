import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { ChannelAcknowledged } from "../../channels/index.ts";
import { membershipTarget } from "../../members/index.ts";
import { acknowledgeServer } from "../actions/acknowledge-channels.ts";

export const acknowledgeServerRoute = route({
  id: "server_ack_ack",
  method: "PUT",
  path: "/servers/:target/ack",
  summary: "Mark everything in a server as read.",
  auth: "user",
  noBots: true,
  limit: { bucket: "servers", by: "target" },
  on: membershipTarget("target"),
  reply: NoContent,
  errors: [],
  emits: [ChannelAcknowledged],
  handle: ({ access, caller, tx }) => acknowledgeServer(tx, access, caller),
});
