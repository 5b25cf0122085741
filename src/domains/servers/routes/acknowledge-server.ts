import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../declare/schema.ts";
import { maySeeChannel } from "../../../permissions/servers.ts";
import { ChannelAcknowledged, listServerChannels, overridesOf } from "../../channels/index.ts";
import { acknowledgeChannels } from "../../sync/index.ts";
import { lookAsMember } from "../actions/look-at-server.ts";

export const acknowledgeServer = route({
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
    const { server, standing } = await lookAsMember({ db: tx, caller, fail }, params.target);
    const channels = await listServerChannels(tx, server.id);
    const read = channels
      .filter((channel) => maySeeChannel(standing, overridesOf(channel)))
      .flatMap(({ _id: channelId, last_message_id: messageId }) =>
        messageId === undefined ? [] : [{ channelId, messageId }],
      );
    await acknowledgeChannels(tx, caller, read);
  },
});
