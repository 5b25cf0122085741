import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import { requireChannel } from "../../channels/index.ts";
import { ChannelUpdated } from "../../conversations/index.ts";
import { removeMessages } from "../actions/remove-messages.ts";
import { repairLastMessages } from "../actions/repair-last-messages.ts";
import { MessageDeleted } from "../events.ts";
import { findMessage } from "../store/messages.ts";

export const deleteMessageRoute = route({
  id: "message_delete_delete",
  method: "DELETE",
  path: "/channels/:target/messages/:msg",
  summary: "Delete a message: one's own, or with the permission any.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  headers: AuditHeaders,
  reply: NoContent,
  errors: ["HeaderTooLarge", "NotFound", "MissingPermission"],
  emits: [MessageDeleted, ChannelUpdated],
  async handle({ params: { target, msg: id }, headers, caller, tx, fail }) {
    const reason = readReason(headers, fail);
    const message = await findMessage(tx, target, id);
    if (!message) throw fail("NotFound");
    const { author_id: author } = message;
    const isOwn = author === caller.userId;
    const needed = isOwn ? "ViewChannel" : "ManageMessages";
    const { channel } = await requireChannel({ db: tx, caller, fail }, target, needed);
    await removeMessages(tx, target, [id]);
    tx.emit(MessageDeleted, { id, channel: target });
    await repairLastMessages(tx, [message]);
    if (isOwn || channel.channel_type !== "TextChannel") return;
    const action = { type: "MessageDelete", author, channel: target } as const;
    await recordAudit(tx, { server: channel.server, by: caller.userId, target: author, reason, action });
  },
});
