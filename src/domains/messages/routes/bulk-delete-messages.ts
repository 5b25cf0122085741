import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { input, NoContent } from "../../../protocol/schema.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import { requireChannel } from "../../channels/index.ts";
import { ChannelUpdated } from "../../conversations/index.ts";
import { removeMessages } from "../actions/remove-messages.ts";
import { repairLastMessages } from "../actions/repair-last-messages.ts";
import { MessagesDeleted } from "../events.ts";
import { areRecentIds } from "../rules/recent-ids.ts";

export const bulkDeleteMessagesRoute = route({
  id: "message_bulk_delete_bulk_delete_messages",
  method: "DELETE",
  path: "/channels/:target/messages/bulk",
  summary: "Delete several messages of the last week; the permission is needed for one's own too.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  headers: AuditHeaders,
  body: input("OptionsBulkDelete", "Which ones. Those that are not in the channel are passed over.", {
    ids: Type.Array(Type.String(), { minItems: 1, maxItems: 100 }),
  }),
  reply: NoContent,
  errors: ["HeaderTooLarge", "InvalidOperation", "NotFound", "MissingPermission"],
  emits: [MessagesDeleted, ChannelUpdated],
  async handle({ params, headers, body, caller, services, tx, fail }) {
    const reason = readReason(headers, fail);
    if (!areRecentIds(body.ids, services.clock.now())) throw fail("InvalidOperation");
    const context = { db: tx, caller, fail };
    const { channel } = await requireChannel(context, params.target, "ManageMessages");
    const { _id: channel_id } = channel;
    const ids = await removeMessages(tx, channel_id, [...new Set(body.ids)]);
    tx.emit(MessagesDeleted, { channel: channel_id, ids });
    await repairLastMessages(
      tx,
      ids.map((id) => ({ channel_id, id })),
    );
    if (channel.channel_type !== "TextChannel") return;
    const action = { type: "MessageBulkDelete", channel: channel_id, count: body.ids.length } as const;
    await recordAudit(tx, { server: channel.server, by: caller.userId, reason, action });
  },
});
