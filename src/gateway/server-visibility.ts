import { overridesOf } from "../domains/channels/index.ts";
import {
  byAscendingRank,
  canViewChannel,
  channelPermissions,
  type MembershipContext,
} from "../permissions/servers.ts";
import { memoizeByObject } from "../platform/memoize/memoize-by-object.ts";
import type { Topic } from "../visibility/announcement.ts";
import type {
  CallData,
  ChannelVisibilityData,
  MemberVisibilityData,
  ParticipantData,
  RoleVisibilityData,
  ServerViewChange,
  ServerVisibilityData,
} from "../visibility/view-change.ts";
import { internString } from "./intern-string.ts";

/** A connected member of a server. */
export interface MemberVisibility {
  readonly server: ServerVisibility;
  readonly userId: string;
  data: MemberVisibilityData;
  /** Equal for members with the same roles. */
  roleKey: string;
  /** Ids. Members who can view the same channels share one set. */
  visibleChannels: ReadonlySet<string>;
  /** The topic through which the user's connections hear of them; the audience keeps it in step with the set. */
  viewersTopic: Topic;
}

/** What decides which channels a member can view. */
type Membership = Pick<MemberVisibility, "userId" | "data" | "roleKey">;

/** The channels that a member can view from now on, and the ids of those that the member no longer can. */
export interface VisibilityChange {
  readonly gained: readonly ChannelVisibilityData[];
  readonly lost: readonly string[];
  /** The calls in the gained channels. */
  readonly calls?: readonly CallData[];
}

/**
 * What decides which member can view which channels of a server. All connected members share it, and the changes that
 * events carry keep it up to date.
 */
export class ServerVisibility {
  readonly id: string;
  readonly members = new Map<string, MemberVisibility>();
  readonly #roles: Map<string, RoleVisibilityData>;
  readonly #channels: Map<string, ChannelVisibilityData>;
  /** The participants of calls, by channel and user. */
  readonly #calls: Map<string, Map<string, ParticipantData>>;
  #owner: string;
  #defaultPermissions: number;
  /** The sets of visible channels by `#visibilityKey`: most members have the same roles as many others. */
  #visibleChannels = new Map<string, ReadonlySet<string>>();
  /** The same sets and those of all members, by what they contain: most roles make no difference to it. */
  readonly #sets = new Map<string, ReadonlySet<string>>();

  constructor({ id, owner, defaultPermissions, roles, channels, calls = [] }: ServerVisibilityData) {
    this.id = id;
    this.#owner = owner;
    this.#defaultPermissions = defaultPermissions;
    this.#roles = new Map(roles.map((role) => [role.id, role]));
    this.#channels = new Map(channels.map((channel) => [internString(channel._id), channel]));
    this.#calls = new Map();
    for (const { id: channel, participants } of calls)
      for (const participant of participants) this.setParticipant(channel, participant);
  }

  get channelIds(): Iterable<string> {
    return this.#channels.keys();
  }

  /** Creates a member without adding it to `members`. */
  createMember(userId: string, data: MemberVisibilityData): MemberVisibility {
    const roleKey = keyOf(data.roles);
    const visibleChannels = this.#visibleChannelsOf({ userId, data, roleKey });
    const viewersTopic = viewersTopicOf(visibleChannels);
    return { server: this, userId, data, roleKey, visibleChannels, viewersTopic };
  }

  /** The topics that together reach every connection which can view the channel. */
  *viewersTopics(channelId: string): Iterable<Topic> {
    for (const set of this.#sets.values()) if (set.has(channelId)) yield viewersTopicOf(set);
  }

  /** Applies a change and returns the members whose visible channels differ from before. */
  apply(change: ServerViewChange): Map<MemberVisibility, VisibilityChange> {
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
        return this.#removeRole(change.role);
      case "roles ranked":
        for (const [rank, id] of change.ranks.entries()) {
          const role = this.#roles.get(id);
          if (role) this.#roles.set(id, { ...role, rank });
        }
        return this.#recomputeAll();
      case "member changed": {
        const member = this.members.get(change.user);
        if (!member) return new Map();
        const { roles = member.data.roles, timeoutUntil = member.data.timeoutUntil } = change;
        setData(member, { roles, timeoutUntil });
        return this.#recompute([member], "unchanged");
      }
      case "server channel changed": {
        const { channel } = change;
        const before = this.#channels.get(channel._id);
        this.#channels.set(channel._id, channel);
        return before && sameOverrides(before, channel) ? new Map() : this.#recomputeChannel(channel._id);
      }
    }
  }

  /** Removes a channel and returns the members who could view it. */
  removeChannel(channelId: string): MemberVisibility[] {
    this.#channels.delete(channelId);
    this.#calls.delete(channelId);
    return [...this.#recomputeChannel(channelId).keys()];
  }

  setLastMessage(channelId: string, message: string): void {
    const channel = this.#channels.get(channelId);
    if (channel) this.#channels.set(channelId, { ...channel, last_message_id: message });
  }

  /** Adds a participant, or changes these fields of one. */
  setParticipant(channelId: string, changes: ParticipantData): void {
    const call = this.#calls.get(channelId) ?? new Map<string, ParticipantData>();
    call.set(changes.id, { ...call.get(changes.id), ...changes });
    this.#calls.set(channelId, call);
  }

  removeParticipant(channelId: string, userId: string): void {
    const call = this.#calls.get(channelId);
    call?.delete(userId);
    if (call?.size === 0) this.#calls.delete(channelId);
  }

  /** The calls in its channels. */
  *calls(): Iterable<CallData> {
    for (const [id, participants] of this.#calls) yield { id, participants: [...participants.values()] };
  }

  /** The channels whose calls a user is in. */
  callsOf(userId: string): string[] {
    return [...this.#calls].flatMap(([id, participants]) => (participants.has(userId) ? [id] : []));
  }

  permissionsIn(channelId: string, member: MemberVisibility, now: number): number {
    const channel = this.#channels.get(channelId);
    return channel ? channelPermissions(this.#membershipContextOf(member), overridesOf(channel), now) : 0;
  }

  #removeRole(roleId: string): Map<MemberVisibility, VisibilityChange> {
    const holders = this.#holdersOf(roleId);
    this.#roles.delete(roleId);
    for (const channel of this.#channels.values()) {
      if (!channel.role_permissions?.[roleId]) continue;
      const { [roleId]: _, ...others } = channel.role_permissions;
      const { role_permissions: __, ...rest } = channel;
      const remaining = Object.keys(others).length > 0 ? { ...rest, role_permissions: others } : rest;
      this.#channels.set(channel._id, remaining);
    }
    for (const member of holders)
      setData(member, { ...member.data, roles: member.data.roles.filter((id) => id !== roleId) });
    return this.#recompute(holders);
  }

  #holdersOf(roleId: string): MemberVisibility[] {
    return [...this.members.values()].filter(({ data }) => data.roles.includes(roleId));
  }

  #recomputeAll(): Map<MemberVisibility, VisibilityChange> {
    return this.#recompute(this.members.values());
  }

  /** Computes again what these members can view. `server` is "unchanged" if only the members have changed. */
  #recompute(
    members: Iterable<MemberVisibility>,
    server: "changed" | "unchanged" = "changed",
  ): Map<MemberVisibility, VisibilityChange> {
    // Also without a change of the server, sets of role combinations that no member has any more must not pile up.
    if (server === "changed" || this.#visibleChannels.size > this.members.size) this.#forgetSets();
    return this.#compareAll(members, (member) => this.#visibleChannelsOf(member));
  }

  /** Does the same where only one channel has changed or is gone: the visibility of the others stays. */
  #recomputeChannel(channelId: string): Map<MemberVisibility, VisibilityChange> {
    const channel = this.#channels.get(channelId);
    this.#forgetSets();
    return this.#compareAll(this.members.values(), (member) => {
      const key = this.#visibilityKey(member);
      const cached = this.#visibleChannels.get(key);
      if (cached) return cached;
      const isVisible =
        channel !== undefined && canViewChannel(this.#membershipContextOf(member), overridesOf(channel));
      const visible = this.#share(withChannel(member.visibleChannels, channelId, isVisible));
      this.#visibleChannels.set(key, visible);
      return visible;
    });
  }

  #compareAll(
    members: Iterable<MemberVisibility>,
    compute: (member: MemberVisibility) => ReadonlySet<string>,
  ): Map<MemberVisibility, VisibilityChange> {
    const changes = new Map<MemberVisibility, VisibilityChange>();
    // Members with the same sets before and after get one change object, so that they share one packet.
    const compared = new Map<ReadonlySet<string>, Map<ReadonlySet<string>, VisibilityChange>>();
    for (const member of members) {
      const before = member.visibleChannels;
      const after = compute(member);
      if (before === after) continue;
      member.visibleChannels = after;
      const fromBefore = compared.get(before) ?? new Map<ReadonlySet<string>, VisibilityChange>();
      compared.set(before, fromBefore);
      const change = fromBefore.get(after) ?? this.#compare(before, after);
      fromBefore.set(after, change);
      changes.set(member, change);
    }
    return changes;
  }

  #compare(before: ReadonlySet<string>, after: ReadonlySet<string>): VisibilityChange {
    const gained = [...after.difference(before)];
    const calls = gained.flatMap((id) => {
      const call = this.#calls.get(id);
      return call ? [{ id, participants: [...call.values()] }] : [];
    });
    return {
      lost: [...before.difference(after)],
      gained: gained.flatMap((id) => this.#channels.get(id) ?? []),
      ...(calls.length > 0 && { calls }),
    };
  }

  #visibleChannelsOf(member: Membership): ReadonlySet<string> {
    const key = this.#visibilityKey(member);
    const cached = this.#visibleChannels.get(key);
    if (cached) return cached;
    const membership = this.#membershipContextOf(member);
    const found = new Set<string>();
    for (const [id, channel] of this.#channels)
      if (canViewChannel(membership, overridesOf(channel))) found.add(id);
    const visible = this.#share(found);
    this.#visibleChannels.set(key, visible);
    return visible;
  }

  /** Returns the same set for equal ones, so that a message is published once for all who have it. */
  #share(channels: ReadonlySet<string>): ReadonlySet<string> {
    const content = [...channels].sort().join();
    const shared = this.#sets.get(content);
    if (shared) return shared;
    this.#sets.set(content, channels);
    return channels;
  }

  #forgetSets(): void {
    this.#visibleChannels = new Map();
    const used = new Set([...this.members.values()].map(({ visibleChannels }) => visibleChannels));
    for (const [content, channels] of this.#sets) if (!used.has(channels)) this.#sets.delete(content);
  }

  #visibilityKey({ userId, roleKey }: Membership): string {
    return userId === this.#owner ? "all" : roleKey;
  }

  #membershipContextOf({ userId, data }: Membership): MembershipContext {
    return {
      owner: userId === this.#owner,
      member: { timeoutUntil: data.timeoutUntil, canPublish: true, canReceive: true },
      defaultPermissions: this.#defaultPermissions,
      roles: byAscendingRank(data.roles.flatMap((id) => this.#roles.get(id) ?? [])),
    };
  }
}

let sets = 0;

/** The topic of those who can view exactly these channels. Its name is unique, as sets of several servers may be equal. */
export const viewersTopicOf = memoizeByObject((_: ReadonlySet<string>) => `viewers:${sets++}` as Topic);

function keyOf(roles: readonly string[]): string {
  return [...roles].sort().join(" ");
}

function setData(member: MemberVisibility, data: MemberVisibilityData): void {
  member.data = data;
  member.roleKey = keyOf(data.roles);
}

/** Returns the same set object if it is right already. */
function withChannel(visible: ReadonlySet<string>, id: string, isVisible: boolean): ReadonlySet<string> {
  if (visible.has(id) === isVisible) return visible;
  const changed = new Set(visible);
  if (isVisible) changed.add(id);
  else changed.delete(id);
  return changed;
}

function sameRole(a: RoleVisibilityData, b: RoleVisibilityData): boolean {
  return a.rank === b.rank && a.permissions.a === b.permissions.a && a.permissions.d === b.permissions.d;
}

function sameOverrides(a: ChannelVisibilityData, b: ChannelVisibilityData): boolean {
  return Bun.deepEquals(overridesOf(a), overridesOf(b));
}
