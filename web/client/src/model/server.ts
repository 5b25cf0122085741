import { unwrap } from "solid-js/store";
import type { Permission } from "../../../../src/permissions/bits.ts";
import {
  byAscendingRank,
  type MembershipContext,
  serverPermissions,
} from "../../../../src/permissions/servers.ts";
import type { Category, File, Role as RoleData, Server as ServerData } from "../../../protocol/types.ts";
import type { Channel } from "./channel.ts";
import type { Emoji } from "./emoji.ts";
import { fileUrl } from "./files.ts";
import type { Member } from "./member.ts";
import { has } from "./permissions.ts";
import type { User } from "./user.ts";
import { View } from "./view.ts";

export interface Role extends RoleData {
  readonly id: string;
}

/** Channels under a title; `default` holds those of no category. */
interface ChannelGroup {
  readonly id: string;
  readonly title: string;
  readonly channels: readonly Channel[];
}

/** The roles of servers, by the objects that the state has of them, which it replaces when one changes. */
const rolesByData = new WeakMap<object, ReadonlyMap<string, Role>>();
const noRoles: Readonly<Record<string, RoleData>> = {};

/** A server. */
export class Server extends View {
  get #data(): ServerData | undefined {
    return this.model.state.servers[this.id];
  }

  get name(): string {
    return this.#data?.name ?? "";
  }
  get description(): string | undefined {
    return this.#data?.description;
  }
  get path(): string {
    return `/server/${this.id}`;
  }
  get ownerId(): string {
    return this.#data?.owner ?? "";
  }
  get owner(): User | undefined {
    return this.model.users.get(this.ownerId);
  }
  get iconURL(): string | undefined {
    const icon = this.#data?.icon;
    return icon && fileUrl(this.model.addresses, icon);
  }
  get banner(): File | undefined {
    return this.#data?.banner;
  }
  get categories(): readonly Category[] {
    return this.#data?.categories ?? [];
  }
  get systemMessages() {
    return this.#data?.system_messages ?? {};
  }
  get defaultPermissions(): number {
    return this.#data?.default_permissions ?? 0;
  }

  get roles(): ReadonlyMap<string, Role> {
    const data = unwrap(this.#data?.roles ?? noRoles);
    const known = rolesByData.get(data);
    if (known) return known;
    const roles = new Map(Object.entries(data).map(([id, role]) => [id, { ...role, id }]));
    rolesByData.set(data, roles);
    return roles;
  }
  /** The highest first. */
  get orderedRoles(): readonly Role[] {
    return [...this.roles.values()].toSorted((a, b) => a.rank - b.rank);
  }

  /** Ids of all channels, also of those that this user cannot view. */
  get channelIds(): readonly string[] {
    return this.#data?.channels ?? [];
  }
  get channels(): readonly Channel[] {
    return this.channelIds.flatMap((id) => this.model.channels.get(id) ?? []);
  }
  get orderedChannels(): readonly ChannelGroup[] {
    const left = new Map(this.channels.map((channel) => [channel.id, channel]));
    const take = (id: string) => {
      const channel = left.get(id);
      left.delete(id);
      return channel ?? [];
    };
    const groups = this.categories.map(({ channels, ...category }) => ({
      ...category,
      channels: channels.flatMap(take),
    }));
    const shown = groups.filter(({ id, channels }) => id !== "default" || channels.length > 0);
    const rest = [...left.values()];
    if (!shown.some(({ id }) => id === "default"))
      return [{ id: "default", title: "Default", channels: rest }, ...shown];
    return shown.map((group) =>
      group.id === "default" ? { ...group, channels: [...group.channels, ...rest] } : group,
    );
  }
  get defaultChannel(): Channel | undefined {
    return this.orderedChannels.find(({ channels }) => channels.length > 0)?.channels[0];
  }
  get emojis(): readonly Emoji[] {
    return this.model.emojis.list().filter(({ serverId }) => serverId === this.id);
  }

  get unread(): boolean {
    return this.channels.some(({ unread }) => unread);
  }
  get mentions(): readonly string[] {
    return this.channels.flatMap(({ mentions }) => mentions);
  }

  get member(): Member | undefined {
    return this.getMember(this.model.state.selfId);
  }
  getMember(userId: string): Member | undefined {
    return this.model.member(this.id, userId);
  }

  /** A member as far as permissions go: as they are, or with other roles and without restrictions. */
  membershipOf(userId: string, roleIds?: readonly string[]): MembershipContext {
    const { roles, timeout, can_publish, can_receive } = this.model.state.members[this.id]?.[userId] ?? {};
    const held = (roleIds ?? roles ?? []).flatMap((id) => this.roles.get(id) ?? []);
    return {
      owner: userId === this.ownerId,
      member: {
        timeoutUntil: timeout === undefined ? null : Date.parse(timeout),
        canPublish: can_publish ?? true,
        canReceive: can_receive ?? true,
      },
      defaultPermissions: this.defaultPermissions,
      roles: byAscendingRank(held),
    };
  }
  get permission(): number {
    return this.permissionOf(this.model.state.selfId);
  }
  /** What a member may do in the whole server. */
  permissionOf(userId: string): number {
    return serverPermissions(this.membershipOf(userId), Date.now());
  }
  havePermission(...names: readonly Permission[]): boolean {
    const { permission } = this;
    return names.every((name) => has(permission, name));
  }
}
