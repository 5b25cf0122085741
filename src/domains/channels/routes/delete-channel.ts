import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { ServerUpdated } from "../../members/index.ts";
import { deleteChannel } from "../actions/delete-channel.ts";
import { channelTarget } from "../actions/require-channel.ts";
import { ChannelDeleted, ChannelUpdated, GroupLeft } from "../events.ts";

export const deleteChannelRoute = route({
  id: "channel_delete_delete",
  method: "DELETE",
  path: "/channels/:target",
  summary: "Delete a channel of a server, leave a group, or close a conversation.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  on: channelTarget("target"),
  needs: "ViewChannel",
  alsoNeeds: {
    among: ["ManageChannel"],
    choose: ({ access: { channel } }) => (channel.channel_type === "TextChannel" ? ["ManageChannel"] : []),
  },
  audited: true,
  query: Type.Object({
    leave_silently: Type.Optional(
      Type.Boolean({ description: "Of groups: leave without a system message." }),
    ),
  }),
  reply: NoContent,
  errors: ["NoEffect"],
  emits: [ChannelDeleted, ChannelUpdated, GroupLeft, ServerUpdated],
  handle: ({ access, query, caller, reason, tx }) =>
    deleteChannel(tx, access.channel, { by: caller.userId, reason, silently: query.leave_silently }),
});
