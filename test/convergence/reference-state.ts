import type { Packet } from "../support/stream.ts";
import type { Reference } from "./reference.ts";

// biome-ignore lint/suspicious/noExplicitAny: things of every kind, as they came
export type Thing = Record<string, any>;

/** What an event changes. */
export type Change = (client: Reference, packet: Packet) => void;

/** What a client knows: things by id. Of policies only Ready tells. */
export interface State {
  readonly users: Map<string, Thing>;
  readonly channels: Map<string, Thing>;
  readonly servers: Map<string, Thing>;
  /** Oneself, by server. */
  readonly members: Map<string, Thing>;
  readonly emojis: Map<string, Thing>;
  readonly settings: Map<string, unknown>;
  /** By channel. */
  readonly unreads: Map<string, Thing>;
  /** Nothing of these changes yet. */
  readonly rest: Thing;
}

/** What a client that has just come starts from. */
export function stateOf(ready: Packet): State {
  const { type: _, user_settings, channel_unreads, policy_changes: __, ...fields } = ready;
  const { users, channels, servers, members, emojis, ...rest } = fields;
  return {
    users: byId(users.map((user: Thing) => tidy("user", user))),
    channels: byId(channels),
    servers: byId(servers.map((server: Thing) => tidy("server", server))),
    members: new Map(members.map((member: Thing) => [member._id.server, member])),
    emojis: byId(emojis),
    settings: new Map(Object.entries(user_settings)),
    unreads: new Map(channel_unreads.map((unread: Thing) => [unread._id.channel, unread])),
    rest,
  };
}

const byId = (things: Thing[]) => new Map(things.map((thing) => [String(thing._id), thing]));

/** So that what differs stands side by side. */
export function inOrder({ rest, ...state }: State): object {
  // Records of channels out of view stay where they are, whether a channel is hidden or gone.
  const unreads = [...state.unreads].filter(([channel]) => state.channels.has(channel));
  const kinds = Object.entries({ ...state, unreads }).map(([kind, things]) => [
    kind,
    Object.fromEntries<unknown>(things),
  ]);
  return { ...Object.fromEntries(kinds), ...rest };
}

/** What comes in one packet, one by one. */
export function single(packet: Packet): Packet[] {
  return packet.type === "Bulk" ? packet.v : [packet];
}

type Kind = "user" | "server" | "role" | "member" | "channel";

/** What is the same as none. */
const empty: Readonly<Record<Kind, Thing>> = {
  user: { badges: 0, flags: 0, privileged: false, status: {} },
  server: { flags: 0, nsfw: false, analytics: false, discoverable: false, roles: {} },
  role: { hoist: false },
  member: { roles: [], can_publish: true, can_receive: true },
  channel: { nsfw: false, role_permissions: {} },
};

/** How many members a server has is only about right, and nothing tells of it. */
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

/** What a thing is after an update of it. */
export function merge(kind: Kind, thing: Thing, { data, clear }: { data: Thing; clear: string[] }): Thing {
  const merged = { ...thing, ...data };
  const { text, presence } = merged.status ?? {};
  const status = {
    ...(text !== undefined && !clear.includes("StatusText") && { text }),
    ...(presence !== undefined && !clear.includes("StatusPresence") && { presence }),
  };
  const gone = new Set(clear.map((field) => keyOf[field]));
  const left = Object.entries({ ...merged, ...(kind === "user" && { status }) }).filter(
    ([key, value]) => !gone.has(key) && value !== null,
  );
  return tidy(kind, Object.fromEntries(left));
}
