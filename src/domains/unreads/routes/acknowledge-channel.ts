import { route } from "../../../declare/route.ts";
import { invalid } from "../../../protocol/error.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { requireChannel } from "../../channels/index.ts";
import { ChannelAcknowledged } from "../../conversations/index.ts";
import { acknowledgeChannels } from "../actions/acknowledge-channels.ts";

/** Clients name the newest message that they know, or make up an id of now; it is kept, so it must be one. */
const idPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

export const acknowledgeChannelRoute = route({
  id: "channel_ack_ack",
  method: "PUT",
  path: "/channels/:target/ack/:message",
  summary: "Mark a channel as read, up to a message.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  reply: NoContent,
  errors: ["IsBot", "NotFound", "MissingPermission"],
  emits: [ChannelAcknowledged],
  async handle({ params: { target, message: messageId }, caller, tx, fail }) {
    if (caller.bot) throw fail("IsBot");
    if (!idPattern.test(messageId)) throw invalid("message: must be an id");
    const { row } = await requireChannel({ db: tx, caller, fail }, target, "ViewChannel");
    await acknowledgeChannels(tx, caller, [{ channelId: row.id, messageId }]);
  },
});
