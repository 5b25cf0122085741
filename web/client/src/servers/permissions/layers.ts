import type { Channel, Server } from "stoat.js";
import type { Override } from "./permission-model.ts";
import type { ChannelLayers, ServerLayers } from "./see-as.ts";

interface StoredOverride {
  readonly a: bigint;
  readonly d: bigint;
}

export function overrideOf({ a, d }: StoredOverride): Override {
  return { allow: BigInt(a), deny: BigInt(d) };
}

/** As requests want it. The protocol's permissions are within the integers that a number holds exactly. */
export function overrideBody({ allow, deny }: Override): { allow: number; deny: number } {
  return { allow: Number(allow), deny: Number(deny) };
}

export function layersOf(server: Server): ServerLayers {
  return {
    defaults: BigInt(server.defaultPermissions),
    roles: [...server.roles.values()].map(({ id, rank, permissions }) => ({
      id,
      rank,
      ...overrideOf(permissions),
    })),
  };
}

export function channelLayersOf(channel: Channel): ChannelLayers {
  const { defaultPermissions, rolePermissions } = channel;
  return {
    id: channel.id,
    everyone: defaultPermissions && overrideOf(defaultPermissions),
    roles: Object.fromEntries(
      Object.entries(rolePermissions ?? {}).map(([id, stored]) => [id, overrideOf(stored)]),
    ),
  };
}
