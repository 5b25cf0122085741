import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import {
  ChannelDeleted,
  ChannelUpdated,
  GroupLeft,
  leaveGroup,
  updateChannel,
} from "../../conversations/index.ts";
import { deleteTextChannel } from "../../servers/index.ts";
import { assertChannelPermission, requireChannel } from "../actions/require-channel.ts";

export const deleteChannelRoute = route({
  id: "channel_delete_delete",
  method: "DELETE",
  path: "/channels/:target",
  summary: "Delete a channel of a server, leave a group, or close a conversation.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  query: Type.Object({
    leave_silently: Type.Optional(Type.Boolean({ description: "Of groups: say nothing of it there." })),
  }),
  headers: AuditHeaders,
  reply: NoContent,
  errors: ["HeaderTooLarge", "NotFound", "MissingPermission", "NoEffect"],
  emits: [ChannelDeleted, ChannelUpdated, GroupLeft],
  async handle({ params, query, headers, caller, tx, fail }) {
    const reason = readReason(headers, fail);
    const context = { db: tx, caller, fail };
    const access = await requireChannel(context, params.target, "ViewChannel");
    const { channel } = access;
    switch (channel.channel_type) {
      case "DirectMessage": {
        if (!channel.active) return;
        await updateChannel(tx, channel._id, { active: 0 });
        tx.emit(ChannelUpdated, { id: channel._id, data: { active: false }, clear: [] });
        return;
      }
      case "Group": {
        // Whoever sees all groups without being in them has nothing to leave.
        if (!channel.recipients.includes(caller.userId)) throw fail("NoEffect");
        const news = query.leave_silently ? undefined : ({ type: "user_left", id: caller.userId } as const);
        await leaveGroup(tx, channel, { userId: caller.userId, news });
        return;
      }
      case "TextChannel": {
        assertChannelPermission(context, access, "ManageChannel");
        await deleteTextChannel(tx, channel);
        const action = { type: "ChannelDelete", channel: channel._id, name: channel.name } as const;
        await recordAudit(tx, { server: channel.server, by: caller.userId, reason, action });
        return;
      }
      default:
        throw fail("NoEffect");
    }
  },
});
