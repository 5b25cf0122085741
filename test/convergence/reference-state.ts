import type { Packet } from "../support/stream.ts";
import type { Reference } from "./reference.ts";

// biome-ignore lint/suspicious/noExplicitAny: objects of every kind, as the server sends them
export type Thing = Record<string, any>;

/** What an event changes. */
export type Change = (client: Reference, packet: Packet) => void;

/** What a client knows: objects by id. Policy changes are left out, since no event carries them. */
export interface State {
  readonly users: Map<string, Thing>;
  readonly channels: Map<string, Thing>;
  readonly servers: Map<string, Thing>;
  /** Oneself in each server, and who is in a call there; by server and user. */
  readonly members: Map<string, Thing>;
  /** The participants of calls, by channel. */
  readonly calls: Map<string, Thing[]>;
  readonly emojis: Map<string, Thing>;
  readonly settings: Map<string, unknown>;
  /** By channel. */
  readonly unreads: Map<string, Thing>;
  /** Fields that no event changes yet. */
  readonly rest: Thing;
}

/** The state of a new client. */
export function stateOf(ready: Packet): State {
  const { type: _, user_settings, channel_unreads, policy_changes: __, ...fields } = ready;
  const { users, channels, servers, members, emojis, voice_states, ...rest } = fields;
  return {
    users: byId(users.map((user: Thing) => tidy("user", user))),
    channels: byId(channels),
    servers: byId(servers.map((server: Thing) => tidy("server", server))),
    members: new Map(members.map((member: Thing) => [memberKey(member._id.server, member._id.user), member])),
    calls: new Map(voice_states.map(({ id, participants }: Thing) => [id, participants])),
    emojis: byId(emojis),
    settings: new Map(Object.entries(user_settings)),
    unreads: new Map(channel_unreads.map((unread: Thing) => [unread._id.channel, unread])),
    rest,
  };
}

export const memberKey = (server: string, user: string) => `${server} ${user}`;

const byId = (things: Thing[]) => new Map(things.map((thing) => [String(thing._id), thing]));

/** The state in the form in which it is compared. */
export function inOrder({ rest, ...state }: State): object {
  const users = [...state.users].map(([id, user]) => [id, withoutPendingStatus(user)] as const);
  // Unreads of invisible channels remain, whether a channel is hidden or deleted.
  const unreads = [...state.unreads].filter(([channel]) => state.channels.has(channel));
  const calls = [...state.calls].map(([id, participants]) => [id, byUser(participants)] as const);
  const kinds = Object.entries({ ...state, users, unreads, calls }).map(([kind, things]) => [
    kind,
    Object.fromEntries<unknown>(things),
  ]);
  return { ...Object.fromEntries(kinds), ...rest };
}

const byUser = (participants: readonly Thing[]) =>
  participants.toSorted((a, b) => String(a.id).localeCompare(String(b.id)));

/** Ready shows the status of users with a pending friend request, the events of the request do not. */
export function withoutPendingStatus(user: Thing): Thing {
  if (user.relationship !== "Incoming" && user.relationship !== "Outgoing") return user;
  const { online: _, status: __, ...rest } = user;
  return rest;
}

/** The events of a packet. */
export function single(packet: Packet): Packet[] {
  return packet.type === "Bulk" ? packet.v : [packet];
}

type Kind = "user" | "server" | "role" | "member" | "channel";

/** Values that mean the same as an absent field. */
const empty: Readonly<Record<Kind, Thing>> = {
  user: { badges: 0, flags: 0, privileged: false, status: {} },
  server: { flags: 0, nsfw: false, analytics: false, discoverable: false, roles: {} },
  role: { hoist: false },
  member: { roles: [], can_publish: true, can_receive: true },
  channel: { nsfw: false, role_permissions: {} },
};

/** Removes empty values, and the member count of a server, which is approximate and in no event. */
export function tidy(kind: Kind, { approximate_member_count: _, ...thing }: Thing): Thing {
  const kept = Object.entries(thing).filter(([key, value]) => !Bun.deepEquals(value, empty[kind][key]));
  return Object.fromEntries(kept);
}

const keyOf: Readonly<Record<string, string>> = {
  Avatar: "avatar",
  Banner: "banner",
  CanPublish: "can_publish",
  CanReceive: "can_receive",
  Categories: "categories",
  Colour: "colour",
  DefaultPermissions: "default_permissions",
  Description: "description",
  DisplayName: "display_name",
  Icon: "icon",
  Nickname: "nickname",
  Pronouns: "pronouns",
  Roles: "roles",
  Slowmode: "slowmode",
  SystemMessages: "system_messages",
  Timeout: "timeout",
  Voice: "voice",
};

/** An object after an update. */
export function merge(kind: Kind, thing: Thing, { data, clear }: { data: Thing; clear: string[] }): Thing {
  const merged = { ...thing, ...data };
  const { text, presence } = merged.status ?? {};
  const status = {
    ...(text !== undefined && !clear.includes("StatusText") && { text }),
    ...(presence !== undefined && !clear.includes("StatusPresence") && { presence }),
  };
  const cleared = new Set(clear.map((field) => keyOf[field]));
  const left = Object.entries({ ...merged, ...(kind === "user" && { status }) }).filter(
    ([key, value]) => !cleared.has(key) && value !== null,
  );
  return tidy(kind, Object.fromEntries(left));
}
