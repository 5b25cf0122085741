import { permission } from "../../../src/permissions/bits.ts";
import { includes } from "../../../src/permissions/bitset.ts";
import { byAscendingRank, channelPermissions } from "../../../src/permissions/servers.ts";
import type {
  ChannelVisibilityData,
  MemberVisibilityData,
  RoleVisibilityData,
  ServerViewChange,
  ServerVisibilityData,
  ViewChange,
} from "../../../src/visibility/view-change.ts";
import { describeState } from "./event-key.ts";

interface ModelServer {
  readonly id: string;
  owner: string;
  defaultPermissions: number;
  readonly roles: Map<string, RoleVisibilityData>;
  readonly channels: Map<string, ChannelVisibilityData>;
  readonly members: Map<string, MemberVisibilityData>;
}

/** Who may view what, after every commit: computed from what the commits changed, without any code of the gateway. */
export class CommunityModel {
  readonly #servers = new Map<string, ModelServer>();

  isMember(user: string, server: string): boolean {
    return this.#servers.get(server)?.members.has(user) ?? false;
  }

  canView(user: string, channelId: string): boolean {
    for (const server of this.#servers.values()) {
      const channel = server.channels.get(channelId);
      if (channel) return canView(server, channel, user);
    }
    return false;
  }

  membersOf(server: string): string[] {
    return [...(this.#servers.get(server)?.members.keys() ?? [])];
  }

  visibleChannels(user: string, serverId: string): Map<string, ChannelVisibilityData> {
    const server = this.#servers.get(serverId);
    return new Map(
      [...(server?.channels ?? [])].filter(([, channel]) => server && canView(server, channel, user)),
    );
  }

  /** What a Ready of this user would say. */
  describe(user: string): string {
    const servers = [...this.#servers.values()].filter(({ members }) => members.has(user));
    return describeState({
      servers: servers.map(({ roles, ...server }) => ({ ...server, roles: [...roles.values()] })),
      channels: servers.flatMap(({ id }) => [...this.visibleChannels(user, id).values()]),
      ownRoles: servers.map(({ id, members }) => ({ server: id, roles: members.get(user)?.roles ?? [] })),
    });
  }

  /** A whole server. */
  describeServer(id: string): string | undefined {
    const server = this.#servers.get(id);
    return (
      server &&
      describeWhole({ ...server, roles: [...server.roles.values()], channels: [...server.channels.values()] })
    );
  }

  apply(change: ViewChange): void {
    switch (change.kind) {
      case "server joined":
        this.#join(change.server, change.user, change.member);
        return;
      case "server left":
        this.#servers.get(change.server)?.members.delete(change.user);
        return;
      case "server gone":
        this.#servers.delete(change.server);
        return;
      case "channel gone":
        for (const { channels } of this.#servers.values()) channels.delete(change.channel);
        return;
      case "message sent":
        for (const { channels } of this.#servers.values()) {
          const channel = channels.get(change.channel);
          if (channel) channels.set(change.channel, { ...channel, last_message_id: change.message });
        }
        return;
      default:
        if (isServerViewChange(change)) this.#applyToServer(change);
    }
  }

  #join(data: ServerVisibilityData, user: string, member: MemberVisibilityData): void {
    const server = this.#servers.get(data.id) ?? {
      id: data.id,
      owner: data.owner,
      defaultPermissions: data.defaultPermissions,
      roles: new Map(data.roles.map((role) => [role.id, role])),
      channels: new Map(data.channels.map((channel) => [channel._id, channel])),
      members: new Map(),
    };
    this.#servers.set(data.id, server);
    server.members.set(user, member);
  }

  #applyToServer(change: Exclude<ServerViewChange, { kind: "privilege" }>): void {
    const server = this.#servers.get(change.server);
    if (!server) return;
    switch (change.kind) {
      case "server changed":
        server.owner = change.owner ?? server.owner;
        server.defaultPermissions = change.defaultPermissions ?? server.defaultPermissions;
        return;
      case "role changed":
        server.roles.set(change.role.id, change.role);
        return;
      case "role gone":
        removeRole(server, change.role);
        return;
      case "roles ranked":
        for (const [rank, id] of change.ranks.entries()) {
          const role = server.roles.get(id);
          if (role) server.roles.set(id, { ...role, rank });
        }
        return;
      case "member changed": {
        const member = server.members.get(change.user);
        const { roles = member?.roles ?? [], timeoutUntil = member?.timeoutUntil ?? null } = change;
        if (member) server.members.set(change.user, { roles, timeoutUntil });
        return;
      }
      case "server channel changed":
        server.channels.set(change.channel._id, change.channel);
    }
  }
}

/** Everything in a server but its members. */
export function describeWhole(data: ServerVisibilityData): string {
  const { id, owner, defaultPermissions, roles, channels } = data;
  return describeState({ servers: [{ id, owner, defaultPermissions, roles }], channels, ownRoles: [] });
}

const serverViewChanges: ReadonlySet<string> = new Set([
  "server changed",
  "role changed",
  "role gone",
  "roles ranked",
  "member changed",
  "server channel changed",
]);

/** The changes that take effect before their event is delivered. */
export function isServerViewChange(
  change: ViewChange,
): change is Exclude<ServerViewChange, { kind: "privilege" }> {
  return serverViewChanges.has(change.kind);
}

function removeRole({ roles, channels, members }: ModelServer, role: string): void {
  roles.delete(role);
  for (const [id, channel] of channels) {
    const { role_permissions = {}, ...rest } = channel;
    const { [role]: removed, ...others } = role_permissions;
    if (removed) channels.set(id, { ...rest, role_permissions: others });
  }
  for (const [user, member] of members)
    members.set(user, { ...member, roles: member.roles.filter((id) => id !== role) });
}

function canView(server: ModelServer, channel: ChannelVisibilityData, user: string): boolean {
  const member = server.members.get(user);
  if (!member) return false;
  const held = channelPermissions(
    {
      owner: user === server.owner,
      member: { timeoutUntil: member.timeoutUntil, canPublish: true, canReceive: true },
      defaultPermissions: server.defaultPermissions,
      roles: byAscendingRank(member.roles.flatMap((id) => server.roles.get(id) ?? [])),
    },
    { default: channel.default_permissions, roles: channel.role_permissions },
    0,
  );
  return includes(held, permission.ViewChannel);
}
