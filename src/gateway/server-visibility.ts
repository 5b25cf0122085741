import { overridesOf } from "../domains/conversations/index.ts";
import {
  byAscendingRank,
  canViewChannel,
  channelPermissions,
  type MembershipContext,
} from "../permissions/servers.ts";
import type {
  ChannelVisibilityData,
  MemberVisibilityData,
  RoleVisibilityData,
  ServerViewChange,
  ServerVisibilityData,
} from "../protocol/view-change.ts";
import { internString } from "./intern-string.ts";

/** A connected user in a server. */
export interface MemberVisibility {
  readonly server: ServerVisibility;
  readonly userId: string;
  privileged: boolean;
  member: MemberVisibilityData;
  /** The same for all with the same roles. */
  roleKey: string;
  /** Ids of the channels in view. Those with the same roles share one set. */
  visibleChannels: ReadonlySet<string>;
}

/** What somebody sees from now on, or no longer. */
export interface VisibilityChange {
  readonly gained: readonly ChannelVisibilityData[];
  readonly lost: readonly string[];
}

type AboutOneServer = Exclude<ServerViewChange, { kind: "privilege" }>;

/**
 * Of a server in which somebody is connected, what decides who sees which of its channels. Shared by all who are in
 * it, and kept up to date by the changes that events carry.
 */
export class ServerVisibility {
  readonly id: string;
  readonly members = new Map<string, MemberVisibility>();
  readonly #roles: Map<string, RoleVisibilityData>;
  readonly #channels: Map<string, ChannelVisibilityData>;
  #owner: string;
  #defaultPermissions: number;
  /** What members see, by what decides it: most have the same roles as many others. */
  #visibleChannels = new Map<string, ReadonlySet<string>>();

  constructor({ id, owner, defaultPermissions, roles, channels }: ServerVisibilityData) {
    this.id = id;
    this.#owner = owner;
    this.#defaultPermissions = defaultPermissions;
    this.#roles = new Map(roles.map((role) => [role.id, role]));
    this.#channels = new Map(channels.map((channel) => [internString(channel._id), channel]));
  }

  get channelIds(): Iterable<string> {
    return this.#channels.keys();
  }

  /** A place for somebody; it counts once it is among `seats`. */
  prepareMember(userId: string, privileged: boolean, member: MemberVisibilityData): MemberVisibility {
    const roleKey = keyOf(member.roles);
    const seat: MemberVisibility = {
      server: this,
      userId,
      privileged,
      member,
      roleKey,
      visibleChannels: new Set(),
    };
    seat.visibleChannels = this.#visibleChannelsOf(seat);
    return seat;
  }

  /** Takes in what happened, and says whose view it changes. */
  apply(change: AboutOneServer): Map<MemberVisibility, VisibilityChange> {
    switch (change.kind) {
      case "server changed":
        this.#owner = change.owner ?? this.#owner;
        this.#defaultPermissions = change.defaultPermissions ?? this.#defaultPermissions;
        return this.#recomputeAll();
      case "role changed": {
        const { role } = change;
        const before = this.#roles.get(role.id);
        this.#roles.set(role.id, role);
        return before && sameRole(before, role) ? new Map() : this.#recompute(this.#holdersOf(role.id));
      }
      case "role gone":
        return this.#dropRole(change.role);
      case "roles ranked":
        for (const [rank, id] of change.ranks.entries()) {
          const role = this.#roles.get(id);
          if (role) this.#roles.set(id, { ...role, rank });
        }
        return this.#recomputeAll();
      case "member changed": {
        const seat = this.members.get(change.user);
        if (!seat) return new Map();
        const { roles = seat.member.roles, timeoutUntil = seat.member.timeoutUntil } = change;
        setMember(seat, { roles, timeoutUntil });
        return this.#recompute([seat], "as before");
      }
      case "server channel changed": {
        const { channel } = change;
        const before = this.#channels.get(channel._id);
        this.#channels.set(channel._id, channel);
        return before && sameOverrides(before, channel) ? new Map() : this.#recomputeChannel(channel._id);
      }
    }
  }

  /** The user is privileged from now on, or no longer. */
  setPrivileged(seat: MemberVisibility, privileged: boolean): Map<MemberVisibility, VisibilityChange> {
    seat.privileged = privileged;
    return this.#recompute([seat], "as before");
  }

  /** Returns who saw it. */
  dropChannel(channelId: string): MemberVisibility[] {
    this.#channels.delete(channelId);
    return [...this.#recomputeChannel(channelId).keys()];
  }

  setLastMessage(channelId: string, message: string): void {
    const channel = this.#channels.get(channelId);
    if (channel) this.#channels.set(channelId, { ...channel, last_message_id: message });
  }

  permissionsIn(channelId: string, seat: MemberVisibility, now: number): number {
    const channel = this.#channels.get(channelId);
    return channel ? channelPermissions(this.#membershipContextOf(seat), overridesOf(channel), now) : 0;
  }

  #dropRole(roleId: string): Map<MemberVisibility, VisibilityChange> {
    const holders = this.#holdersOf(roleId);
    this.#roles.delete(roleId);
    for (const channel of this.#channels.values()) {
      if (!channel.role_permissions?.[roleId]) continue;
      const { [roleId]: _, ...others } = channel.role_permissions;
      const { role_permissions: __, ...bare } = channel;
      const left = Object.keys(others).length > 0 ? { ...bare, role_permissions: others } : bare;
      this.#channels.set(channel._id, left);
    }
    for (const seat of holders)
      setMember(seat, { ...seat.member, roles: seat.member.roles.filter((id) => id !== roleId) });
    return this.#recompute(holders);
  }

  #holdersOf(roleId: string): MemberVisibility[] {
    return [...this.members.values()].filter(({ member }) => member.roles.includes(roleId));
  }

  #recomputeAll(): Map<MemberVisibility, VisibilityChange> {
    return this.#recompute(this.members.values());
  }

  /** Looks at what these see now. `as before` if only they have changed, and nothing in the server. */
  #recompute(
    seats: Iterable<MemberVisibility>,
    server: "changed" | "as before" = "changed",
  ): Map<MemberVisibility, VisibilityChange> {
    // Roles come and go together: what those saw whom nobody is like now need not be kept.
    if (server === "changed" || this.#visibleChannels.size > this.members.size)
      this.#visibleChannels = new Map();
    return this.#compareAll(seats, (seat) => this.#visibleChannelsOf(seat));
  }

  /** The same where one channel alone has changed, or is gone: of the others everybody sees what they saw. */
  #recomputeChannel(channelId: string): Map<MemberVisibility, VisibilityChange> {
    const channel = this.#channels.get(channelId);
    this.#visibleChannels = new Map();
    return this.#compareAll(this.members.values(), (seat) => {
      const key = this.#visibilityKey(seat);
      const known = this.#visibleChannels.get(key);
      if (known) return known;
      const sees =
        channel !== undefined && canViewChannel(this.#membershipContextOf(seat), overridesOf(channel));
      const sight = withChannel(seat.visibleChannels, channelId, sees);
      this.#visibleChannels.set(key, sight);
      return sight;
    });
  }

  #compareAll(
    seats: Iterable<MemberVisibility>,
    look: (seat: MemberVisibility) => ReadonlySet<string>,
  ): Map<MemberVisibility, VisibilityChange> {
    const shifts = new Map<MemberVisibility, VisibilityChange>();
    const known = new Map<ReadonlySet<string>, Map<ReadonlySet<string>, VisibilityChange>>();
    for (const seat of seats) {
      const before = seat.visibleChannels;
      const after = look(seat);
      if (before === after) continue;
      seat.visibleChannels = after;
      const fromHere = known.get(before) ?? new Map<ReadonlySet<string>, VisibilityChange>();
      known.set(before, fromHere);
      const shift = fromHere.get(after) ?? this.#compare(before, after);
      fromHere.set(after, shift);
      if (shift.gained.length + shift.lost.length > 0) shifts.set(seat, shift);
    }
    return shifts;
  }

  #compare(before: ReadonlySet<string>, after: ReadonlySet<string>): VisibilityChange {
    return {
      lost: [...before.difference(after)],
      gained: [...after.difference(before)].flatMap((id) => this.#channels.get(id) ?? []),
    };
  }

  #visibleChannelsOf(seat: MemberVisibility): ReadonlySet<string> {
    const key = this.#visibilityKey(seat);
    const known = this.#visibleChannels.get(key);
    if (known) return known;
    const standing = this.#membershipContextOf(seat);
    const sight = new Set<string>();
    for (const [id, channel] of this.#channels)
      if (canViewChannel(standing, overridesOf(channel))) sight.add(id);
    this.#visibleChannels.set(key, sight);
    return sight;
  }

  #visibilityKey({ privileged, userId, roleKey }: MemberVisibility): string {
    return privileged || userId === this.#owner ? "all" : roleKey;
  }

  #membershipContextOf({ userId, privileged, member }: MemberVisibility): MembershipContext {
    return {
      privileged,
      owner: userId === this.#owner,
      member: { timeoutUntil: member.timeoutUntil, canPublish: true, canReceive: true },
      defaultPermissions: this.#defaultPermissions,
      roles: byAscendingRank(member.roles.flatMap((id) => this.#roles.get(id) ?? [])),
    };
  }
}

function keyOf(roles: readonly string[]): string {
  return [...roles].sort().join(" ");
}

function setMember(seat: MemberVisibility, member: MemberVisibilityData): void {
  seat.member = member;
  seat.roleKey = keyOf(member.roles);
}

/** The same set, unless it has to be another one. */
function withChannel(sight: ReadonlySet<string>, id: string, sees: boolean): ReadonlySet<string> {
  if (sight.has(id) === sees) return sight;
  const other = new Set(sight);
  if (sees) other.add(id);
  else other.delete(id);
  return other;
}

function sameRole(a: RoleVisibilityData, b: RoleVisibilityData): boolean {
  return a.rank === b.rank && a.permissions.a === b.permissions.a && a.permissions.d === b.permissions.d;
}

function sameOverrides(a: ChannelVisibilityData, b: ChannelVisibilityData): boolean {
  return Bun.deepEquals(overridesOf(a), overridesOf(b));
}
