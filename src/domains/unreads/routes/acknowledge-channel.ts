import { invalid } from "../../../declare/error.ts";
import { route } from "../../../declare/route.ts";
import { isId } from "../../../platform/ids/ids.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { ChannelAcknowledged, channelTarget } from "../../channels/index.ts";
import { acknowledgeChannels } from "../actions/acknowledge-channels.ts";

export const acknowledgeChannelRoute = route({
  id: "channel_ack_ack",
  method: "PUT",
  path: "/channels/:target/ack/:message",
  summary: "Mark a channel as read, up to a message.",
  auth: "user",
  noBots: true,
  limit: { bucket: "channels", by: "target" },
  on: channelTarget("target"),
  needs: "ViewChannel",
  validate({ params }) {
    // Clients send the id of the newest message, or generate one. It is stored.
    if (!isId(params.message)) throw invalid("message: must be an id");
  },
  reply: NoContent,
  errors: [],
  emits: [ChannelAcknowledged],
  handle: ({ access, params, caller, tx }) =>
    acknowledgeChannels(tx, caller, [{ channelId: access.row.id, messageId: params.message }]),
});
