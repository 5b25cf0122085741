import { route } from "../../../declare/route.ts";
import { canViewChannel } from "../../../permissions/servers.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { ChannelAcknowledged, overridesOf } from "../../conversations/index.ts";
import { listServerChannels, requireMembership } from "../../servers/index.ts";
import { acknowledgeChannels } from "../actions/acknowledge-channels.ts";

export const acknowledgeServerRoute = route({
  id: "server_ack_ack",
  method: "PUT",
  path: "/servers/:target/ack",
  summary: "Mark everything in a server as read.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  reply: NoContent,
  errors: ["IsBot", "NotFound"],
  emits: [ChannelAcknowledged],
  async handle({ params, caller, tx, fail }) {
    if (caller.bot) throw fail("IsBot");
    const { server, membership } = await requireMembership({ db: tx, caller, fail }, params.target);
    const channels = await listServerChannels(tx, server.id);
    const read = channels
      .filter((channel) => canViewChannel(membership, overridesOf(channel)))
      .flatMap(({ _id: channelId, last_message_id: messageId }) =>
        messageId === undefined ? [] : [{ channelId, messageId }],
      );
    await acknowledgeChannels(tx, caller, read);
  },
});
