import type {
  Channel,
  ChannelUnread,
  Emoji,
  Member,
  Message,
  PolicyChange,
  Server,
  ServerEvents,
  User,
  UserSettings,
  UserVoiceState,
} from "../../../protocol/types.ts";

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type ById<T> = Record<string, Writable<T>>;

/** What a client knows of the server, in the shapes of the protocol. `reduce` is what changes it. */
export interface State {
  selfId: string;
  users: ById<User>;
  servers: ById<Server>;
  channels: ById<Channel>;
  /** By server and user: those whom Ready names, and those who were fetched. */
  members: Record<string, ById<Member>>;
  emojis: ById<Emoji>;
  /** The participants of calls, by channel and user. */
  calls: Record<string, ById<UserVoiceState>>;
  /** By channel. */
  unreads: ById<ChannelUnread>;
  /** Those who are typing, by channel and user. */
  typing: Record<string, Record<string, true>>;
  /** When this user may write again in channels with slowmode, in milliseconds since 1970. */
  slowmodes: Record<string, number>;
  settings: UserSettings;
  policies: readonly PolicyChange[];
  /** Messages are in no Ready: those that lists hold. */
  messages: ById<Message>;
}

export function emptyState(): State {
  return {
    selfId: "",
    users: {},
    servers: {},
    channels: {},
    members: {},
    emojis: {},
    calls: {},
    unreads: {},
    typing: {},
    slowmodes: {},
    settings: {},
    policies: [],
    messages: {},
  };
}

/** The state that a Ready describes. */
export function stateOf(ready: ServerEvents["Ready"]): State {
  const { users = [], servers = [], channels = [], members = [], emojis = [] } = ready;
  const state: State = {
    ...emptyState(),
    // Oneself is the last.
    selfId: users.at(-1)?._id ?? "",
    users: byId(users),
    servers: byId(servers),
    channels: byId(channels),
    emojis: byId(emojis),
    calls: callsOf(ready.voice_states ?? []),
    unreads: Object.fromEntries((ready.channel_unreads ?? []).map((unread) => [unread._id.channel, unread])),
    settings: ready.user_settings ?? {},
    policies: ready.policy_changes ?? [],
  };
  for (const member of members) putMember(state, member);
  return state;
}

export function callsOf(states: NonNullable<ServerEvents["Ready"]["voice_states"]>): State["calls"] {
  return Object.fromEntries(
    states.map(({ id, participants }) => [id, Object.fromEntries(participants.map((one) => [one.id, one]))]),
  );
}

export function putMember(state: State, member: Member): void {
  const { server, user } = member._id;
  state.members[server] ??= {};
  state.members[server][user] = member;
}

function byId<T extends { readonly _id: string }>(all: readonly T[]): Record<string, T> {
  return Object.fromEntries(all.map((one) => [one._id, one]));
}
