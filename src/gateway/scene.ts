import type {
  SceneChange,
  SceneChannel,
  SceneMember,
  SceneRole,
  ServerScene,
} from "../declare/view-change.ts";
import { overridesOf } from "../domains/channels/index.ts";
import { channelPermissions, inOrder, maySeeChannel, type ServerStanding } from "../permissions/servers.ts";
import { sameString } from "./same-string.ts";

/** A connected user in a server. */
export interface Seat {
  readonly scene: Scene;
  readonly userId: string;
  privileged: boolean;
  member: SceneMember;
  /** The same for all with the same roles. */
  roleKey: string;
  /** Ids of the channels in view. Those with the same roles share one set. */
  visible: ReadonlySet<string>;
}

/** What somebody sees from now on, or no longer. */
export interface Shift {
  readonly gained: readonly SceneChannel[];
  readonly lost: readonly string[];
}

type AboutOneServer = Exclude<SceneChange, { kind: "privilege" }>;

/**
 * Of a server in which somebody is connected, what decides who sees which of its channels. Shared by all who are in
 * it, and kept up to date by the changes that events carry.
 */
export class Scene {
  readonly id: string;
  readonly seats = new Map<string, Seat>();
  readonly #roles: Map<string, SceneRole>;
  readonly #channels: Map<string, SceneChannel>;
  #owner: string;
  #defaultPermissions: number;
  /** What members see, by what decides it: most have the same roles as many others. */
  #sights = new Map<string, ReadonlySet<string>>();

  constructor({ id, owner, defaultPermissions, roles, channels }: ServerScene) {
    this.id = id;
    this.#owner = owner;
    this.#defaultPermissions = defaultPermissions;
    this.#roles = new Map(roles.map((role) => [role.id, role]));
    this.#channels = new Map(channels.map((channel) => [sameString(channel._id), channel]));
  }

  get channelIds(): Iterable<string> {
    return this.#channels.keys();
  }

  /** A place for somebody; it counts once it is among `seats`. */
  prepareSeat(userId: string, privileged: boolean, member: SceneMember): Seat {
    const roleKey = keyOf(member.roles);
    const seat: Seat = { scene: this, userId, privileged, member, roleKey, visible: new Set() };
    seat.visible = this.#sightOf(seat);
    return seat;
  }

  /** Takes in what happened, and says whose view it changes. */
  apply(change: AboutOneServer): Map<Seat, Shift> {
    switch (change.kind) {
      case "server changed":
        this.#owner = change.owner ?? this.#owner;
        this.#defaultPermissions = change.defaultPermissions ?? this.#defaultPermissions;
        return this.#reviewAll();
      case "role changed": {
        const { role } = change;
        const before = this.#roles.get(role.id);
        this.#roles.set(role.id, role);
        return before && sameRole(before, role) ? new Map() : this.#review(this.#holdersOf(role.id));
      }
      case "role gone":
        return this.#dropRole(change.role);
      case "roles ranked":
        for (const [rank, id] of change.ranks.entries()) {
          const role = this.#roles.get(id);
          if (role) this.#roles.set(id, { ...role, rank });
        }
        return this.#reviewAll();
      case "member changed": {
        const seat = this.seats.get(change.user);
        if (!seat) return new Map();
        const { roles = seat.member.roles, timeoutUntil = seat.member.timeoutUntil } = change;
        setMember(seat, { roles, timeoutUntil });
        return this.#review([seat], "as before");
      }
      case "server channel changed": {
        const { channel } = change;
        const before = this.#channels.get(channel._id);
        this.#channels.set(channel._id, channel);
        return before && sameOverrides(before, channel) ? new Map() : this.#reviewChannel(channel._id);
      }
    }
  }

  /** The user is privileged from now on, or no longer. */
  setPrivileged(seat: Seat, privileged: boolean): Map<Seat, Shift> {
    seat.privileged = privileged;
    return this.#review([seat], "as before");
  }

  /** Returns who saw it. */
  dropChannel(channelId: string): Seat[] {
    this.#channels.delete(channelId);
    return [...this.#reviewChannel(channelId).keys()];
  }

  setLastMessage(channelId: string, message: string): void {
    const channel = this.#channels.get(channelId);
    if (channel) this.#channels.set(channelId, { ...channel, last_message_id: message });
  }

  permissionsIn(channelId: string, seat: Seat, now: number): number {
    const channel = this.#channels.get(channelId);
    return channel ? channelPermissions(this.#standingOf(seat), overridesOf(channel), now) : 0;
  }

  #dropRole(roleId: string): Map<Seat, Shift> {
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
    return this.#review(holders);
  }

  #holdersOf(roleId: string): Seat[] {
    return [...this.seats.values()].filter(({ member }) => member.roles.includes(roleId));
  }

  #reviewAll(): Map<Seat, Shift> {
    return this.#review(this.seats.values());
  }

  /** Looks at what these see now. `as before` if only they have changed, and nothing in the server. */
  #review(seats: Iterable<Seat>, server: "changed" | "as before" = "changed"): Map<Seat, Shift> {
    // Roles come and go together: what those saw whom nobody is like now need not be kept.
    if (server === "changed" || this.#sights.size > this.seats.size) this.#sights = new Map();
    return this.#compareAll(seats, (seat) => this.#sightOf(seat));
  }

  /** The same where one channel alone has changed, or is gone: of the others everybody sees what they saw. */
  #reviewChannel(channelId: string): Map<Seat, Shift> {
    const channel = this.#channels.get(channelId);
    this.#sights = new Map();
    return this.#compareAll(this.seats.values(), (seat) => {
      const key = this.#sightKey(seat);
      const known = this.#sights.get(key);
      if (known) return known;
      const sees = channel !== undefined && maySeeChannel(this.#standingOf(seat), overridesOf(channel));
      const sight = withChannel(seat.visible, channelId, sees);
      this.#sights.set(key, sight);
      return sight;
    });
  }

  #compareAll(seats: Iterable<Seat>, look: (seat: Seat) => ReadonlySet<string>): Map<Seat, Shift> {
    const shifts = new Map<Seat, Shift>();
    const known = new Map<ReadonlySet<string>, Map<ReadonlySet<string>, Shift>>();
    for (const seat of seats) {
      const before = seat.visible;
      const after = look(seat);
      if (before === after) continue;
      seat.visible = after;
      const fromHere = known.get(before) ?? new Map<ReadonlySet<string>, Shift>();
      known.set(before, fromHere);
      const shift = fromHere.get(after) ?? this.#compare(before, after);
      fromHere.set(after, shift);
      if (shift.gained.length + shift.lost.length > 0) shifts.set(seat, shift);
    }
    return shifts;
  }

  #compare(before: ReadonlySet<string>, after: ReadonlySet<string>): Shift {
    return {
      lost: [...before.difference(after)],
      gained: [...after.difference(before)].flatMap((id) => this.#channels.get(id) ?? []),
    };
  }

  #sightOf(seat: Seat): ReadonlySet<string> {
    const key = this.#sightKey(seat);
    const known = this.#sights.get(key);
    if (known) return known;
    const standing = this.#standingOf(seat);
    const sight = new Set<string>();
    for (const [id, channel] of this.#channels)
      if (maySeeChannel(standing, overridesOf(channel))) sight.add(id);
    this.#sights.set(key, sight);
    return sight;
  }

  #sightKey({ privileged, userId, roleKey }: Seat): string {
    return privileged || userId === this.#owner ? "all" : roleKey;
  }

  #standingOf({ userId, privileged, member }: Seat): ServerStanding {
    return {
      privileged,
      owner: userId === this.#owner,
      member: { timeoutUntil: member.timeoutUntil, canPublish: true, canReceive: true },
      defaultPermissions: this.#defaultPermissions,
      roles: inOrder(member.roles.flatMap((id) => this.#roles.get(id) ?? [])),
    };
  }
}

function keyOf(roles: readonly string[]): string {
  return [...roles].sort().join(" ");
}

function setMember(seat: Seat, member: SceneMember): void {
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

function sameRole(a: SceneRole, b: SceneRole): boolean {
  return a.rank === b.rank && a.permissions.a === b.permissions.a && a.permissions.d === b.permissions.d;
}

function sameOverrides(a: SceneChannel, b: SceneChannel): boolean {
  return Bun.deepEquals(overridesOf(a), overridesOf(b));
}
