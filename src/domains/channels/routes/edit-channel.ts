import { route } from "../../../declare/route.ts";
import { editChannel } from "../actions/edit-channel.ts";
import { channelTarget } from "../actions/require-channel.ts";
import { ChannelUpdated } from "../events.ts";
import { Channel, ChannelEdit } from "../model.ts";

export const editChannelRoute = route({
  id: "channel_edit_edit",
  method: "PATCH",
  path: "/channels/:target",
  summary: "Edit a channel of a server, or a group.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  on: channelTarget("target"),
  needs: "ManageChannel",
  locks: true,
  audited: true,
  body: ChannelEdit,
  reply: Channel,
  errors: ["NotFound", "InvalidOperation", "NotOwner", "NotInGroup", "CannotGiveMissingPermissions"],
  emits: [ChannelUpdated],
  handle: ({ access, body, caller, reason, tx }) =>
    editChannel(tx, access, { edit: body, editor: caller.userId, reason }),
});
