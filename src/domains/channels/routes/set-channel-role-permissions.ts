import { route } from "../../../declare/route.ts";
import { channelTarget } from "../actions/require-channel.ts";
import { setChannelRolePermissions } from "../actions/set-permissions.ts";
import { ChannelUpdated } from "../events.ts";
import { Channel, RolePermissionsEdit } from "../model.ts";

export const setChannelRolePermissionsRoute = route({
  id: "permissions_set_set_role_permissions",
  method: "PUT",
  path: "/channels/:target/permissions/:role_id",
  summary: "Set what a role allows and denies in a channel of a server.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  on: channelTarget("target"),
  needs: "ManagePermissions",
  locks: true,
  audited: true,
  body: RolePermissionsEdit,
  reply: Channel,
  errors: ["NotFound", "InvalidOperation", "NotElevated", "CannotGiveMissingPermissions", "TooManyRoles"],
  emits: [ChannelUpdated],
  handle: ({ access, params, body, caller, reason, tx }) => {
    const permissions = { ...body.permissions, roleId: params.role_id };
    return setChannelRolePermissions(tx, access, { permissions, by: caller.userId, reason });
  },
});
