import type { OverrideField, Server, TextChannel } from "../../../protocol/types.ts";
import { apply, has, type Override } from "./permissions.ts";

/** A role as far as permissions go. A smaller rank is a higher role. */
interface RoleLayer extends Override {
  readonly id: string;
  readonly rank: number;
}

export interface ChannelLayers {
  readonly id: string;
  readonly everyone?: Override;
  readonly roles: Readonly<Record<string, Override>>;
}

/** The permissions of a server. */
export interface ServerLayers {
  readonly defaults: bigint;
  readonly roles: readonly RoleLayer[];
}

/** What a member with these roles may do in the whole server. */
export function serverPermission(server: ServerLayers, roleIds: ReadonlySet<string>): bigint {
  return heldRoles(server, roleIds).reduce(apply, server.defaults);
}

/** What a member with these roles may do in a channel: nothing at all, if they may not see it. */
export function channelPermission(
  server: ServerLayers,
  channel: ChannelLayers,
  roleIds: ReadonlySet<string>,
): bigint {
  let value = serverPermission(server, roleIds);
  if (channel.everyone) value = apply(value, channel.everyone);
  for (const { id } of heldRoles(server, roleIds)) {
    const override = channel.roles[id];
    if (override) value = apply(value, override);
  }
  return has(value, "ViewChannel") ? value : 0n;
}

/** The channels that a member with these roles sees, with what they may do there. */
export function seeAs(
  server: ServerLayers,
  channels: readonly ChannelLayers[],
  roleIds: ReadonlySet<string>,
): ReadonlyMap<string, bigint> {
  return new Map(
    channels
      .map(({ id, ...layers }) => [id, channelPermission(server, { id, ...layers }, roleIds)] as const)
      .filter(([, permission]) => permission !== 0n),
  );
}

/** What holds where a layer of the editor says nothing. */
export function inherited(
  server: ServerLayers,
  layer: { readonly roleId?: string; readonly channel?: ChannelLayers },
): bigint {
  const { roleId, channel } = layer;
  if (!channel) return server.defaults;
  const value = serverPermission(server, new Set(roleId === undefined ? [] : [roleId]));
  return roleId !== undefined && channel.everyone ? apply(value, channel.everyone) : value;
}

/** The lowest role first: layers are applied in this order, so that the highest role decides. */
function heldRoles({ roles }: ServerLayers, roleIds: ReadonlySet<string>): RoleLayer[] {
  return roles.filter(({ id }) => roleIds.has(id)).sort((a, b) => b.rank - a.rank || (a.id < b.id ? -1 : 1));
}

export function overrideOf({ a, d }: OverrideField): Override {
  return { allow: BigInt(a), deny: BigInt(d) };
}

export function layersOf({ default_permissions, roles = {} }: Server): ServerLayers {
  return {
    defaults: BigInt(default_permissions),
    roles: Object.entries(roles).map(([id, { rank, permissions }]) => ({
      id,
      rank,
      ...overrideOf(permissions),
    })),
  };
}

export function channelLayersOf(channel: TextChannel): ChannelLayers {
  const { _id: id, default_permissions: everyone, role_permissions = {} } = channel;
  const roles = Object.entries(role_permissions).map(([role, stored]) => [role, overrideOf(stored)]);
  return { id, ...(everyone && { everyone: overrideOf(everyone) }), roles: Object.fromEntries(roles) };
}
