import { isDeepStrictEqual } from "node:util";
import { route } from "../../../declare/route.ts";
import { mayGrant } from "../../../permissions/granting.ts";
import { rankOf } from "../../../permissions/servers.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import { Channel, ChannelUpdated, RolePermissionsEdit } from "../../conversations/index.ts";
import { emitChannelUpdate, findRole, lockServer, putOverride } from "../../servers/index.ts";
import { requireChannel } from "../actions/require-channel.ts";

export const setChannelRolePermissionsRoute = route({
  id: "permissions_set_set_role_permissions",
  method: "PUT",
  path: "/channels/:target/permissions/:role_id",
  summary: "Set what a role allows and denies in a channel of a server.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  headers: AuditHeaders,
  body: RolePermissionsEdit,
  reply: Channel,
  errors: [
    "HeaderTooLarge",
    "NotFound",
    "MissingPermission",
    "InvalidOperation",
    "NotElevated",
    "CannotGiveMissingPermissions",
  ],
  emits: [ChannelUpdated],
  async handle({ params, headers, body, caller, tx, fail }) {
    const reason = readReason(headers, fail);
    const access = await requireChannel({ db: tx, caller, fail }, params.target, "ManagePermissions");
    const { channel, membership, permissions: held } = access;
    if (channel.channel_type !== "TextChannel" || !membership) throw fail("InvalidOperation");
    const { _id: id, server: serverId } = channel;

    const role = await findRole(tx, serverId, params.role_id);
    if (!role) throw fail("NotFound");
    if (role.rank <= rankOf(membership)) throw fail("NotElevated");
    const { allow, deny } = body.permissions;
    const current = channel.role_permissions?.[params.role_id];
    const next = { a: allow, d: deny };
    if (!mayGrant(held, current, next)) throw fail("CannotGiveMissingPermissions");
    if (isDeepStrictEqual(current, next)) return channel;

    await lockServer(tx, serverId);
    await putOverride(tx, { channel_id: id, role_id: params.role_id, allow, deny });
    const action = {
      type: "ChannelRolePermissionsEdit",
      channel: id,
      role: params.role_id,
      permissions: { allow, deny },
    } as const;
    await recordAudit(tx, { server: serverId, by: caller.userId, reason, action });
    return emitChannelUpdate(tx, id, ({ role_permissions = {} }) => ({ data: { role_permissions } }));
  },
});
