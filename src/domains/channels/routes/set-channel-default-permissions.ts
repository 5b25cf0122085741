import { route } from "../../../declare/route.ts";
import { channelTarget } from "../actions/require-channel.ts";
import { setChannelDefaultPermissions } from "../actions/set-permissions.ts";
import { ChannelUpdated } from "../events.ts";
import { Channel, DefaultPermissionsEdit } from "../model.ts";

export const setChannelDefaultPermissionsRoute = route({
  id: "permissions_set_default_set_default_channel_permissions",
  method: "PUT",
  path: "/channels/:target/permissions/default",
  summary:
    "Set the default permissions of a channel of a server, or the permissions of a group's recipients.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  on: channelTarget("target"),
  needs: "ManagePermissions",
  locks: true,
  audited: true,
  body: DefaultPermissionsEdit,
  reply: Channel,
  errors: ["InvalidOperation", "CannotGiveMissingPermissions"],
  emits: [ChannelUpdated],
  handle: ({ access, body, caller, reason, tx }) =>
    setChannelDefaultPermissions(tx, access, { ...body, by: caller.userId, reason }),
});
