import { isDeepStrictEqual } from "node:util";
import type { Static } from "typebox";
import type { Tx } from "../../../declare/tx.ts";
import { grantAllSafe } from "../../../permissions/bits.ts";
import { canSetOverride } from "../../../permissions/granting.ts";
import { rankOf } from "../../../permissions/servers.ts";
import { recordAudit } from "../../audit/index.ts";
import { findRole } from "../../members/index.ts";
import type { ChannelUpdated } from "../events.ts";
import type { Channel, DefaultPermissionsEdit } from "../model.ts";
import { updateChannel } from "../store/channels.ts";
import { putOverride } from "../store/text-channels.ts";
import { setGroupPermissions } from "./edit-group.ts";
import { emitChannelUpdate } from "./edit-text-channel.ts";
import type { ChannelAccess } from "./require-channel.ts";

interface PermissionEdit<Permissions> {
  readonly permissions: Permissions;
  readonly by: string;
  readonly reason: string | undefined;
}

/** Sets the default override of a channel of a server, or the permissions of a group's recipients. */
export async function setChannelDefaultPermissions(
  tx: Tx<typeof ChannelUpdated, "InvalidOperation" | "CannotGiveMissingPermissions">,
  { channel, permissions: held }: ChannelAccess,
  { permissions, by, reason }: PermissionEdit<Static<typeof DefaultPermissionsEdit>["permissions"]>,
): Promise<Channel> {
  if (channel.channel_type === "Group" && typeof permissions === "number") {
    if (permissions > grantAllSafe) throw tx.fail("CannotGiveMissingPermissions");
    return setGroupPermissions(tx, channel, permissions);
  }
  if (channel.channel_type !== "TextChannel" || typeof permissions === "number")
    throw tx.fail("InvalidOperation");
  const { _id: id, server, default_permissions: current } = channel;
  const next = { a: permissions.allow, d: permissions.deny };
  if (!canSetOverride(held, current, next)) throw tx.fail("CannotGiveMissingPermissions");
  if (isDeepStrictEqual(current, next)) return channel;

  await updateChannel(tx, id, { default_allow: next.a, default_deny: next.d });
  const action = {
    type: "ChannelEdit",
    channel: id,
    before: current ? { default_permissions: current } : {},
    after: { default_permissions: next },
  } as const;
  await recordAudit(tx, { server, by, reason, action });
  return emitChannelUpdate(tx, id, () => ({ data: { default_permissions: next } }));
}

interface Override {
  readonly roleId: string;
  readonly allow: number;
  readonly deny: number;
}

/** Sets what a role of lower rank than the caller's allows and denies in a channel of a server. */
export async function setChannelRolePermissions(
  tx: Tx<
    typeof ChannelUpdated,
    "NotFound" | "InvalidOperation" | "NotElevated" | "CannotGiveMissingPermissions" | "TooManyRoles"
  >,
  { channel, membership, permissions: held }: ChannelAccess,
  { permissions: { roleId, allow, deny }, by, reason }: PermissionEdit<Override>,
): Promise<Channel> {
  if (channel.channel_type !== "TextChannel" || !membership) throw tx.fail("InvalidOperation");
  const { _id: id, server } = channel;
  const role = await findRole(tx, server, roleId);
  if (!role) throw tx.fail("NotFound");
  if (role.rank <= rankOf(membership)) throw tx.fail("NotElevated");
  const current = channel.role_permissions?.[roleId];
  const next = { a: allow, d: deny };
  if (!canSetOverride(held, current, next)) throw tx.fail("CannotGiveMissingPermissions");
  if (isDeepStrictEqual(current, next)) return channel;
  const max = tx.services.config.caps.channel_overrides;
  const overrides = Object.keys(channel.role_permissions ?? {}).length;
  if (!current && max > 0 && overrides >= max) throw tx.fail("TooManyRoles", { max });

  await putOverride(tx, { channel_id: id, role_id: roleId, allow, deny });
  const action = {
    type: "ChannelRolePermissionsEdit",
    channel: id,
    role: roleId,
    permissions: { allow, deny },
  } as const;
  await recordAudit(tx, { server, by, reason, action });
  return emitChannelUpdate(tx, id, ({ role_permissions = {} }) => ({ data: { role_permissions } }));
}
